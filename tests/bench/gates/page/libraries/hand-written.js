// What a page would write by itself: the limit that the others are measured by.

import { permissionsOf } from "../features.js";

export const checks = {
  map(names) {
    const map = new Map(Object.entries(permissionsOf(names)).map(([name, { enabled }]) => [name, enabled]));
    return (index) => map.get(names[index]) === true;
  },
  object(names) {
    const object = Object.freeze(Object.assign(Object.create(null), permissionsOf(names)));
    return (index) => object[names[index]]?.enabled === true;
  },
};

/** A `Set` of listeners a feature. */
export function watch(names, subscribers, told) {
  let known = permissionsOf(names);
  const listeners = new Map();
  for (const name of subscribers) {
    const own = listeners.get(name) ?? new Set();
    // Each its own function, as two subscribers have.
    own.add((open) => told(open));
    listeners.set(name, own);
  }
  return (turned) => {
    const next = permissionsOf(names, turned);
    const began = performance.now();
    const changed = diff(known, next);
    known = next;
    for (const name of changed)
      for (const listener of listeners.get(name) ?? []) listener(next[name]?.enabled === true);
    return began;
  };
}

/** The names of what differs between two parsed maps. */
export function diff(before, now) {
  const changed = [];
  for (const name in now) if (!same(before[name], now[name])) changed.push(name);
  for (const name in before) if (!(name in now)) changed.push(name);
  return changed;
}

const same = (a, b) =>
  a !== undefined &&
  a.enabled === b.enabled &&
  (a.limit === b.limit || JSON.stringify(a.limit) === JSON.stringify(b.limit));
