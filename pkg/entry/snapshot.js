// What is published: deep-frozen, and the same object for as long as nothing in it changes.

/** It inherits nothing, so no name is there that was not put there. */
export const NO_FEATURES = Object.freeze(Object.create(null));
/** @type {readonly import("../index.js").Role[]} */
export const NO_ROLES = Object.freeze([]);

/**
 * Nothing is known, and every gate is closed.
 * @type {import("../index.js").SessionSnapshot}
 */
export const UNKNOWN = Object.freeze({
  status: "unknown",
  user: null,
  features: NO_FEATURES,
  reason: null,
  stale: false,
  error: null,
  expiresAt: null,
  expiring: false,
  signOutPending: false,
  reauthenticating: false,
});

/** `previous`, if `current` equals it. */
export function keep(previous, current) {
  return same(previous, current) ? previous : freezeDeep(current);
}

export function freezeDeep(value) {
  // No recursion: a limit may be nested deeper than the stack. What is no object counts as frozen.
  const found = [value];
  for (const next of found) {
    if (!Object.isFrozen(next)) for (const inner of Object.values(Object.freeze(next))) found.push(inner);
  }
  return value;
}

/** Whether two values of JSON are equal. The order of an object's keys does not count. */
export function same(a, b) {
  if (a === b) return true;
  // Pairs that `===` tells apart: each value is followed by the one that it is compared with.
  const pairs = [a, b];
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
