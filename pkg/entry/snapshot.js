// What is published: deep-frozen, and the same object for as long as nothing in it changes.

/** An object that inherits nothing, so no name is there that was not put there. */
const bare = (properties) => Object.assign(Object.create(null), properties);

export const NO_FEATURES = Object.freeze(bare());
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
  signOutPending: false,
  reauthenticating: false,
  expiresAt: null,
});

/** The new map, in which an entry that says the same as before is the entry from before. */
export function applyChanges(base, previous, changes) {
  const features = bare(base);
  for (const [feature, permission] of changes) {
    if (!permission) {
      delete features[feature];
      continue;
    }
    const before = previous[feature];
    features[feature] = before && same(before, permission) ? before : freezeDeep(permission);
  }
  const names = Object.keys(features);
  const unchanged =
    names.length === Object.keys(previous).length && names.every((name) => features[name] === previous[name]);
  return unchanged ? previous : Object.freeze(features);
}

/** One entry a feature that differs between two maps. */
export function differences(previous, current) {
  const names = new Set([...Object.keys(previous), ...Object.keys(current)]);
  const changes = [];
  for (const feature of names) {
    if (previous[feature] !== current[feature]) {
      changes.push(Object.freeze({ feature, previous: previous[feature], current: current[feature] }));
    }
  }
  return Object.freeze(changes);
}

/** `previous`, where `current` says the same. */
export function keep(previous, current) {
  return same(previous, current) ? previous : freezeDeep(current);
}

export function freezeDeep(value) {
  // A limit may be nested deeper than calls can be. What is no object counts as frozen.
  const found = [value];
  for (const next of found) {
    if (!Object.isFrozen(next)) for (const inner of Object.values(Object.freeze(next))) found.push(inner);
  }
  return value;
}

function same(a, b) {
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    // Nested too deep to be written down, and so to be compared.
    return false;
  }
}
