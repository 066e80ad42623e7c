// Code that a page would write itself: the other contestants are compared with it.

import { parsed } from "../clock.js";
import { permissionsOf, sessionBody } from "../features.js";

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

/** Returns a function that calls the listeners of changed features: there is a `Set` of listeners for each feature. */
function listenersOf(subscribers, listener) {
  const listeners = new Map();
  for (const name of subscribers) {
    const own = listeners.get(name) ?? new Set();
    // A new function for each subscriber, as in a page.
    own.add((open) => listener(open));
    listeners.set(name, own);
  }
  return (changed, now) => {
    for (const name of changed)
      for (const listener of listeners.get(name) ?? []) listener(now[name]?.enabled === true);
  };
}

/** Compares two parsed maps, and does nothing else. */
export function watch(names, subscribers, listener) {
  let known = permissionsOf(names);
  const notify = listenersOf(subscribers, listener);
  return (turned) => {
    const next = JSON.parse(JSON.stringify(permissionsOf(names, turned)));
    const began = performance.now();
    const changed = diff(known, next);
    known = next;
    notify(changed, next);
    return began;
  };
}

/** Does the same work as the package: turns the well-formed part of an answer into a frozen map. */
export async function watchAnswers(names, subscribers, listener) {
  let known = Object.create(null);
  const notify = listenersOf(subscribers, listener);
  const change = async (turned) => {
    const text = sessionBody(permissionsOf(names, turned));
    const response = new Response(text, { headers: { "content-type": "application/json" } });
    const { authenticated, user } = JSON.parse(await response.text());
    if (authenticated !== true) throw new Error("No user is signed in.");
    const [next, changed] = read(known, user.permissions);
    known = next;
    notify(changed, next);
    return parsed();
  };
  await change(new Set());
  return change;
}

/** Returns the names of the features that differ between two parsed maps. */
export function diff(before, now) {
  const changed = [];
  for (const name in now) if (!same(before[name], now[name])) changed.push(name);
  for (const name in before) if (!(name in now)) changed.push(name);
  return changed;
}

/** Returns the well-formed part of a parsed map, frozen and without a prototype, with unchanged entries taken from `before`; and the names of the features that differ. */
export function read(before, sent) {
  const now = Object.create(null);
  const changed = [];
  for (const name of Object.keys(sent)) {
    const { enabled, limit = null } = sent[name];
    if (typeof enabled !== "boolean") continue;
    const entry = { enabled, limit };
    now[name] = same(before[name], entry) ? before[name] : freeze(entry);
    if (now[name] !== before[name]) changed.push(name);
  }
  for (const name in before) if (!(name in now)) changed.push(name);
  return [Object.freeze(now), changed];
}

const same = (a, b) =>
  a !== undefined &&
  a.enabled === b.enabled &&
  (a.limit === b.limit || JSON.stringify(a.limit) === JSON.stringify(b.limit));

function freeze(value) {
  if (Object(value) === value) for (const inner of Object.values(Object.freeze(value))) freeze(inner);
  return value;
}
