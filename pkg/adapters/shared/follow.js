// What a session says, as stores with a current and an initial value, for adapters that read values and are told of changes.

import { adapted } from "./adapted.js";

/** What `select` picks of the snapshots of a session, as a store like its gates: with `value`, and with `initial`, for hydration. */
export const partOf = (select) => (session) => ({
  subscribe: session.subscribe,
  get value() {
    return select(session.snapshot);
  },
  initial: select(session.initial),
});

/** A bundle without a use of it leaves it out. */
export const snapshotsOf = /* @__PURE__ */ partOf((snapshot) => snapshot);

/** The current identity, as a store like the gates: told as soon as one has ended. */
export const identityOf = (session) => ({
  subscribe: (update) => adapted(session).attach({ invalidate() {}, update }),
  get value() {
    return session.identity;
  },
  initial: adapted(session).initialIdentity,
});

/** What opens the gate of a session for these conditions: given as they are or by a function. `before`: what it gave last. */
export const gateFor = (conditions) => (session, before) => open(session.gate, conditions, {}, before);

/** The same for one feature's reading. */
export const readingFor = (feature) => (session, before) =>
  open(session.permissions.reading, feature, "", before);

/**
 * Where something was open already and what is asked has become wrong, it is reported, and `nothing` is asked, which denies: a
 * framework in which the update fails goes on showing what it has shown.
 */
export function open(store, asked, nothing, before) {
  try {
    return store(typeof asked === "function" ? asked() : asked);
  } catch (error) {
    if (!before) throw error;
    // Not within the framework's update.
    queueMicrotask(() => (globalThis.reportError ?? console.error)(error));
    return store(nothing);
  }
}
