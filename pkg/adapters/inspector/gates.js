// The gates and readings that the page holds, with what they ask for. The root keeps each by a text that says so (`gate.ts`, `keyOf`).

/** The preview watches the catalogue by a gate of its own, which is not shown. */
export const WATCHING = "platform-session/inspector";

/**
 * @typedef {object} Held
 * @property {string} key
 * @property {import("../../entry/gate.js").Asked} asked
 * @property {import("platform-session").GateState} state
 * @property {boolean} isListened Whether it has a listener.
 * @property {boolean} isReading It is one of `permissions.reading`.
 */

/** @param {import("./inspected.js").Inspected} inspected @returns {Held[]} */
export function heldGates({ stores }) {
  const held = [];
  for (const [key, reference] of stores.byKey) {
    const store = reference.deref();
    const asked = store && askedBy(key);
    if (!asked || asked.atLeast === WATCHING) continue;
    const { value } = store.readable;
    const isReading = typeof value !== "string";
    held.push({
      key,
      asked,
      state: isReading ? value.state : value,
      isListened: stores.listened.has(store),
      isReading,
    });
  }
  return held;
}

/** What a key asks for; nothing where it is a feature's bare entry, which has no state. */
function askedBy(key) {
  if (key.startsWith("r")) return { never: false, features: [key.slice(1)], anyOf: [] };
  if (!key.startsWith("[")) return undefined;
  return askedIn(JSON.parse(key));
}

/** The key as it was parsed. @returns {import("../../entry/gate.js").Asked} */
const askedIn = ([features, atLeast, status, anyOf = []]) => ({
  never: features === undefined,
  features: features ?? [],
  atLeast: atLeast || undefined,
  status: status || undefined,
  anyOf: anyOf.map(askedIn),
});

/** The conditions in a line, as a page writes them. */
export function conditionsOf({ never, features, atLeast, status, anyOf }) {
  if (never) return "no condition that can hold";
  const parts = [...features.map((name) => `feature ${name}`)];
  if (atLeast) parts.push(`at least ${atLeast}`);
  if (status) parts.push(status);
  if (anyOf.length > 0) parts.push(`any of (${anyOf.map(conditionsOf).join(", ")})`);
  return parts.join(" · ");
}
