// What the adapters share whose framework calls for a value, and wants to hear later that it is another.

import { adapted } from "./adapted.js";

/** The snapshots of a session, as a store like its gates: with `value`, and with `initial`, for hydration. */
export const snapshotsOf = (session) => ({
  subscribe: session.subscribe,
  get value() {
    return session.snapshot;
  },
  initial: session.initial,
});

/** Whom the page is about, as a store like the gates: told as soon as one has ended. */
export const identityOf = (session) => ({
  subscribe(update) {
    session.addEventListener("identity-ended", update);
    return () => session.removeEventListener("identity-ended", update);
  },
  get value() {
    return session.identity;
  },
  initial: adapted(session).initialIdentity,
});

/** Sessions with which an app was hydrated or mounted: what a server rendered has been taken over. */
const shown = new WeakSet();
export const noteShown = (session) => shown.add(session);

/** Hydration begins with what the server rendered. Where that was nothing, or was taken over, an app begins with what is known. */
export const beginsLive = (session) => session.initial.status === "unknown" || shown.has(session);

/**
 * What an app renders first: what the server rendered, if that user is there still, else what is known. The identity always begins as it
 * was rendered, and changes then: what has its key begins anew.
 */
export function firstOf(session, source) {
  const isOfUser = session.snapshot.user?.id === session.initial.user?.id;
  return isOfUser || source.initial === adapted(session).initialIdentity ? source.initial : source.value;
}

/** `update` is not called for the value of this moment, which is being read. */
export function listen(source, update) {
  let isLater = false;
  const end = source.subscribe(() => isLater && update());
  isLater = true;
  return end;
}

/** What opens the gate of a session for these conditions: given as they are or by a function. `before`: what it gave last. */
export const gateFor = (conditions) => (session, before) => open(session.gate, conditions, {}, before);

/** The same for one feature's reading. */
export const readingFor = (feature) => (session, before) =>
  open(session.permissions.reading, feature, "", before);

/**
 * Where something was open already and what is asked has become wrong, it is reported, and `nothing` is asked, which denies: a
 * framework whose update fails goes on showing what it has shown.
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
