// How old something is.

/**
 * Starts a clock, and returns what reads it: how many milliseconds ago it was started, by the clock that has run further since.
 * `performance.now()` may stand still while the computer sleeps, and `Date.now()` can be set back.
 */
export function startAge(): () => number {
  const [started, startedAt] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - started, Date.now() - startedAt);
}
