// Listeners of one value. Who calls the listeners of one feature: `feature-listeners.js`, `notify`.

import { define } from "./define.js";

const OBSERVABLE = /** @type {{ observable?: symbol }} */ (Symbol).observable ?? Symbol.for("observable");

/** Where there is no window nothing changes: a listener is called once and dropped, so that no render on a server leaves one. */
let keeps = () => typeof window !== "undefined";
export const keepsListeners = () => keeps();

/** For tests, which have a session that changes wherever they run. */
export const keepListeners = () => {
  keeps = () => true;
};

/**
 * Makes `subscribe`, and `notify` to call when the value has changed. A listener that throws is reported, and does not
 * stop the others. If a listener causes a further change, all listeners get the newer value at once, and none gets the
 * older value afterwards. `watch` gets whether anybody listens.
 */
export function createSubscribable(read, watch = (_isWatched) => {}) {
  const entries = new Set();

  const subscribe = (listener) => {
    const next = typeof listener === "function" ? listener : (value) => listener.next?.(value);
    if (Object(listener) !== listener) throw new TypeError("subscribe takes a function or an observer");
    const entry = { next() {}, last: undefined, turn };
    const unsubscribe = /** @type {import("../index.js").Unsubscribe} */ (
      () => {
        entries.delete(entry);
        watch(entries.size > 0);
      }
    );
    define(unsubscribe, { unsubscribe: { value: unsubscribe } });
    // `watch` may publish at once. The listener is set only afterwards, so it is not called for that. But its entry counts
    // already, in case another listener unsubscribes meanwhile.
    if (keeps()) watch(entries.add(entry).size > 0);
    entry.next = next;
    entry.last = read();
    deliver(next, entry.last);
    return unsubscribe;
  };

  let turn = 0;
  const notify = () => {
    const own = ++turn;
    const value = read();
    for (const entry of entries) {
      // In a later turn: a listener before this one has caused a further change, and all were called then and there.
      // Whoever subscribes in this turn knows a newer value, or the same: while nobody listens, no change begins a turn.
      if (turn !== own || entry.turn === own || entry.last === value) continue;
      entry.last = value;
      deliver(entry.next, value);
    }
  };

  return { subscribe, notify };
}

/** Defines what makes an object observable to RxJS and its like. */
export function observable(target) {
  const value = () => target;
  return define(target, { [OBSERVABLE]: { value }, "@@observable": { value } });
}

/** Calls a listener. One that throws is reported, and keeps no other from being called. */
export function deliver(next, value) {
  try {
    next(value);
  } catch (error) {
    report(error);
  }
}

/** As an uncaught error. Node has no `reportError`. */
export const report = (error) => (globalThis.reportError ?? console.error)(error);
