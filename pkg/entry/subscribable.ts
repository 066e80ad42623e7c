// Keeps the listeners of one value, and calls them. `feature-listeners.ts` uses this for features and gates.

import type { Observer, Unsubscribe } from "../index.js";
import { define } from "./define.js";

const OBSERVABLE = (Symbol as { observable?: symbol }).observable ?? Symbol.for("observable");

/** Whether listeners are kept. On a server nothing changes: a listener is called once and dropped, so that renders do not pile up listeners. */
export let keepsListeners = () => typeof window !== "undefined";

/** Has listeners kept everywhere: for `platform-session/testing`, where a session also changes without a window. */
export const keepListeners = () => {
  keepsListeners = () => true;
};

/**
 * Makes `subscribe`, and `notify` to call when the value has changed. A listener that throws is reported, and does not
 * stop the others. If a listener causes a further change, all listeners get the newer value at once, and none gets the
 * older value afterwards. `watch` is called after each change of the listeners, with whether there is one.
 */
export function createSubscribable<Value>(
  read: () => Value,
  watch: (isWatched: boolean) => void = (_isWatched) => {},
) {
  const entries = new Set<Entry<Value>>();

  const subscribe = (listener: Listener<Value>): Unsubscribe => {
    const next = typeof listener === "function" ? listener : (value: Value) => listener.next?.(value);
    if (Object(listener) !== listener) throw new TypeError("subscribe takes a function or an observer");
    const entry: Entry<Value> = { next() {}, last: undefined, turn };
    const unsubscribe = (() => {
      entries.delete(entry);
      watch(entries.size > 0);
    }) as Unsubscribe;
    define(unsubscribe, { unsubscribe: { value: unsubscribe } });
    // `watch` may publish at once. The listener is set only afterwards, so it is not called for that. But its entry counts
    // already, in case another listener unsubscribes meanwhile.
    if (keepsListeners()) watch(entries.add(entry).size > 0);
    entry.next = next;
    entry.last = read();
    deliver(next, entry.last);
    return unsubscribe;
  };

  let turn = 0;
  const notify = () => {
    const thisTurn = ++turn;
    const value = read();
    for (const entry of entries) {
      // If `turn` is a later one, a nested notification has delivered a newer value. An entry with this `turn` was added during this
      // notification, and its listener has got this value or a newer one.
      if (turn !== thisTurn || entry.turn === thisTurn || entry.last === value) continue;
      entry.last = value;
      deliver(entry.next, value);
    }
  };

  return { subscribe, notify };
}

type Listener<Value> = ((value: Value) => void) | Observer<Value>;

/** One listener. `last`: the value that it got last; `turn`: the number of the last notification before it subscribed. */
interface Entry<Value> {
  next: (value: Value) => void;
  last: Value | undefined;
  turn: number;
}

/** Defines what makes an object observable to RxJS and its like. */
export function observable<Target extends object>(target: Target): Target {
  const value = () => target;
  return define(target, { [OBSERVABLE]: { value }, "@@observable": { value } });
}

/** Calls a listener, and reports what it throws, so that the next listener is called, too. */
export function deliver(next: () => void): void;
export function deliver<Value>(next: (value: Value) => void, value: Value): void;
export function deliver(next: (value?: unknown) => void, value?: unknown) {
  try {
    next(value);
  } catch (error) {
    report(error);
  }
}

/** Reports an error like an uncaught one. Node has no `reportError`. */
export const report = (error: unknown) => (globalThis.reportError ?? console.error)(error);
