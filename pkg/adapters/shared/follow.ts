// What a session says, as stores with a current and an initial value, for adapters that read values and are told of changes.

import type { Feature, Gate, GateConditions, Identity, Session, SessionSnapshot } from "platform-session";
import { adapted } from "./adapted.js";

/** An object that calls its listeners when it has changed. */
export interface Told {
  subscribe(listener: () => void): () => void;
}

/** An object that has a value now, and had one as the page began. A session's gates are such stores. */
export interface Store<Value> extends Told {
  readonly value: Value;
  /** The value that a server has rendered, for hydration. */
  readonly initial: Value;
}

/** The type of a store's value. */
export type ValueOf<Opened> = Opened extends { readonly value: infer Value } ? Value : never;

/** A value that an application gives as it is, or by a function that returns it. */
export type Given<Asked> = Asked | (() => Asked);

/** Makes a store of what `select` picks of a session's snapshots, as a store like its gates: with `value`, and with `initial`, for hydration. */
export const partOf =
  <Part>(select: (snapshot: SessionSnapshot) => Part) =>
  (session: Session): Store<Part> => ({
    subscribe: session.subscribe,
    get value() {
      return select(session.snapshot);
    },
    initial: select(session.initial),
  });

/** The snapshots of a session, as a store. (`PURE`: a bundle without a use of it leaves it out.) */
export const snapshotsOf = /* @__PURE__ */ partOf((snapshot) => snapshot);

/** The current identity, as a store like the gates: told as soon as one has ended. */
export const identityOf = (session: Session): Store<Identity> => ({
  subscribe: (update) => adapted(session).attach({ invalidate() {}, update }),
  get value() {
    return session.identity;
  },
  initial: adapted(session).initialIdentity,
});

/** Returns a function that opens a session's gate for these conditions, given as they are or by a function. `before`: the gate that it gave last. */
export const gateFor = (conditions: Given<GateConditions>) => (session: Session, before?: Gate) =>
  open(session.gate, conditions, {}, before);

type Reading = ReturnType<Session["permissions"]["reading"]>;

/** Returns a function that does the same for one feature's reading. */
export const readingFor = (feature: Given<Feature>) => (session: Session, before?: Reading) =>
  open(session.permissions.reading, feature, "", before);

/**
 * Opens the store for what is asked. If a store was open before, and what is asked has become wrong, the error is reported, and `nothing` is
 * asked, which denies: a framework in which the update fails would go on showing what it has shown.
 */
export function open<Asked extends string | object, Opened>(
  store: (asked: Asked) => Opened,
  asked: Given<Asked>,
  nothing: Asked,
  before: Opened | undefined,
): Opened {
  try {
    return store(typeof asked === "function" ? (asked as () => Asked)() : (asked as Asked));
  } catch (error) {
    if (!before) throw error;
    // Reported after the framework's update, which the report must not end.
    queueMicrotask(() => (globalThis.reportError ?? console.error)(error));
    return store(nothing);
  }
}
