// The values of a session as stores, each with a current and an initial value. Adapters read the values and listen for changes.

import type { Feature, Gate, GateConditions, Identity, Session, SessionSnapshot } from "platform-session";
import { adapted } from "./adapted.js";

/** An object that calls its listeners when it has changed. */
export interface Notifier {
  subscribe(listener: () => void): () => void;
}

/** An object with a current value and an initial one. A session's gates are such stores. */
export interface Store<Value> extends Notifier {
  readonly value: Value;
  /** The value when the session was created: what a server has rendered, for hydration. */
  readonly initial: Value;
}

/** The type of a store's value. */
export type ValueOf<Opened> = Opened extends { readonly value: infer Value } ? Value : never;

/** A value that an application passes directly, or as a function that returns it. */
export type ValueOrGetter<Value> = Value | (() => Value);

/** Returns a function that makes, for a session, the store of what `select` picks of its snapshots. */
export const partOf =
  <Part>(select: (snapshot: SessionSnapshot) => Part) =>
  (session: Session): Store<Part> => ({
    subscribe: session.subscribe,
    get value() {
      return select(session.snapshot);
    },
    initial: select(session.initial),
  });

/** The snapshots of a session, as a store. (`PURE`: a bundle that does not use this function leaves it out.) */
export const snapshotsOf = /* @__PURE__ */ partOf((snapshot) => snapshot);

/** The current identity of a session, as a store: its listeners are called at each publication, before the page's own. */
export const identityOf = (session: Session): Store<Identity> => ({
  subscribe: (update) => adapted(session).attach({ invalidate() {}, update }),
  get value() {
    return session.identity;
  },
  initial: adapted(session).initialIdentity,
});

/** Returns a function that opens a session's gate for these conditions. `before`: the gate that the function returned last. */
export const gateFor = (conditions: ValueOrGetter<GateConditions>) => (session: Session, before?: Gate) =>
  open(session.gate, conditions, {}, before);

type Reading = ReturnType<Session["permissions"]["reading"]>;

/** Returns a function that opens a session's reading of this feature. `before`: the reading that the function returned last. */
export const readingFor = (feature: ValueOrGetter<Feature>) => (session: Session, before?: Reading) =>
  open(session.permissions.reading, feature, "", before);

/**
 * Opens the store of a query, which is conditions or a feature. A wrong query throws at first. Later, when `before` was open already, its error
 * is reported and the store of `denied` is returned: a framework in which an update throws would keep showing the old content.
 */
export function open<Query extends string | object, Opened>(
  storeOf: (query: Query) => Opened,
  query: ValueOrGetter<Query>,
  denied: Query,
  before: Opened | undefined,
): Opened {
  try {
    return storeOf(typeof query === "function" ? (query as () => Query)() : (query as Query));
  } catch (error) {
    if (!before) throw error;
    // The error is reported after the framework's update, because a handler of the page that throws would end the update.
    queueMicrotask(() => (globalThis.reportError ?? console.error)(error));
    return storeOf(denied);
  }
}
