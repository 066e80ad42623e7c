// Values as they are published: deep-frozen, and the same object for as long as nothing in it changes.

import type { FeatureMap, Role, SessionSnapshot } from "../index.js";

/** No features. The object inherits nothing, so no name is there that was not put there. */
export const NO_FEATURES: FeatureMap = Object.freeze(Object.create(null));
export const NO_ROLES: readonly Role[] = Object.freeze([]);

/** The members of the snapshot that the session's body alone tells, and that nothing decides on. The engine knows them by one number. */
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

/** Returns `previous`, if `current` equals it. */
export function keep<Value>(previous: unknown, current: Value): Value {
  return same(previous, current) ? (previous as Value) : freezeDeep(current);
}

export function freezeDeep<Value>(value: Value): Value {
  // No recursion: a limit may be nested deeper than the stack. What is no object counts as frozen.
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
  // Pairs that `===` tells apart: each value is followed by the one that it is compared with.
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
