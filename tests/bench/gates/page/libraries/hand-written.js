// What a page would write by itself: the limits that the others are measured by.

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

/** A `Set` of listeners a feature. */
function listenersOf(subscribers, told) {
  const listeners = new Map();
  for (const name of subscribers) {
    const own = listeners.get(name) ?? new Set();
    // Each its own function, as two subscribers have.
    own.add((open) => told(open));
    listeners.set(name, own);
  }
  return (changed, now) => {
    for (const name of changed)
      for (const listener of listeners.get(name) ?? []) listener(now[name]?.enabled === true);
  };
}

/** A diff of two parsed maps, and no more. */
export function watch(names, subscribers, told) {
  let known = permissionsOf(names);
  const tell = listenersOf(subscribers, told);
  return (turned) => {
    const next = JSON.parse(JSON.stringify(permissionsOf(names, turned)));
    const began = performance.now();
    const changed = diff(known, next);
    known = next;
    tell(changed, next);
    return began;
  };
}

/** The same work as the package's: of an answer that arrives, what is well-formed becomes a map that no caller can change. */
export async function watchAnswers(names, subscribers, told) {
  let known = Object.create(null);
  const tell = listenersOf(subscribers, told);
  const change = async (turned) => {
    const text = sessionBody(permissionsOf(names, turned));
    const response = new Response(text, { headers: { "content-type": "application/json" } });
    const { authenticated, user } = JSON.parse(await response.text());
    if (authenticated !== true) throw new Error("No user is signed in.");
    const [next, changed] = read(known, user.permissions);
    known = next;
    tell(changed, next);
    return parsed();
  };
  await change(new Set());
  return change;
}

/** The names of what differs between two parsed maps. */
export function diff(before, now) {
  const changed = [];
  for (const name in now) if (!same(before[name], now[name])) changed.push(name);
  for (const name in before) if (!(name in now)) changed.push(name);
  return changed;
}

/** What is well-formed of a parsed map: frozen, inheriting nothing, with the entries of before that say the same; and the names of what differs. */
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
