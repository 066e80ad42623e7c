// Values as they are published: deep-frozen, and the same object for as long as nothing in it changes.

import type { FeatureMap, Role, SessionSnapshot } from "../index.js";

/** No features. The object inherits nothing, so no name can be found in it. */
export const NO_FEATURES: FeatureMap = Object.freeze(Object.create(null));
export const NO_ROLES: readonly Role[] = Object.freeze([]);

/** The members of the snapshot that only the page needs. The engine knows them by one number (`pkg/engine/records.ts`). */
export type Content = Pick<SessionSnapshot, "user">;

/** The content where no user is signed in. */
export const NO_CONTENT: Content = Object.freeze({ user: null });

/** The snapshot in which nothing is known, and every gate is closed. */
export const UNKNOWN: SessionSnapshot = Object.freeze({
  ...NO_CONTENT,
  status: "unknown",
  features: NO_FEATURES,
  reason: null,
  stale: false,
  error: null,
  expiresAt: null,
  expiring: false,
  signOutPending: false,
  reauthenticating: false,
});

/** Returns `previous` if `current` equals it; else `current`, frozen. */
export function keep<Value>(previous: unknown, current: Value): Value {
  return same(previous, current) ? (previous as Value) : freezeDeep(current);
}

export function freezeDeep<Value>(value: Value): Value {
  // No recursion: a feature's limit may be nested deeper than the stack. `isFrozen` is true for a value that is no object.
  const found: unknown[] = [value];
  for (const next of found) {
    if (!Object.isFrozen(next))
      for (const inner of Object.values(Object.freeze(next as object))) found.push(inner);
  }
  return value;
}

/** Whether two values of JSON are equal. The order of an object's keys does not count. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  // The pairs to compare, in one list: each value is followed by its counterpart. They are not the same by `===`.
  // biome-ignore lint/suspicious/noExplicitAny: objects, once they have passed the first line of the loop.
  const pairs: any[] = [a, b];
  for (let at = 0; at < pairs.length; ) {
    const x = pairs[at++];
    const y = pairs[at++];
    if (Object(x) !== x || Object(y) !== y || Array.isArray(x) !== Array.isArray(y)) return false;
    const names = Object.keys(x);
    if (names.length !== Object.keys(y).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(y, name)) return false;
      if (x[name] !== y[name]) pairs.push(x[name], y[name]);
    }
  }
  return true;
}
