/**
 * Runs in a page before its scripts: `clocks.wall` and `clocks.mono` are milliseconds by which the wall clock and the
 * monotonic clock are ahead of the true ones, as after a sleep, or after a wall clock was set. Timers keep real time.
 * `clocks.timers` holds the delay of every timer that was set since.
 */
export function shiftableClocks() {
  const clocks = { wall: 0, mono: 0, timers: [] };
  globalThis.clocks = clocks;
  const { now: wallNow } = Date;
  const { now: monoNow } = Performance.prototype;
  const { setTimeout: realSetTimeout } = globalThis;
  Date.now = () => wallNow() + clocks.wall;
  Performance.prototype.now = function () {
    return monoNow.call(this) + clocks.mono;
  };
  globalThis.setTimeout = (callback, delay, ...rest) => {
    clocks.timers.push(delay);
    return realSetTimeout(callback, delay, ...rest);
  };
}

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** Puts the clocks of the page ahead by so many milliseconds. */
export const shiftClocks = (page, { wall = 0, mono = 0 }) =>
  page.evaluate(
    ([wallMs, monoMs]) => {
      clocks.wall += wallMs;
      clocks.mono += monoMs;
    },
    [wall, mono],
  );

/** Dispatches the event that a page gets when the machine wakes up, or its user comes back to it. */
export const wake = (page) => page.evaluate(() => dispatchEvent(new Event("focus")) && undefined);
