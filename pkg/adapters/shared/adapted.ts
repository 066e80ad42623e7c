// The members of a session that are for the adapters alone.

import type { Identity, Session } from "platform-session";
import type { Adapter } from "../../entry/publisher.js";

/** The same symbol as in `pkg/entry/create-session.ts`. */
const ADAPTED: unique symbol = Symbol.for("platform-session.adapted");

interface Adapted {
  /** Brings a framework's values up to date at each publication, before the page's listeners are called; returns a function that ends that. */
  attach(adapter: Adapter): () => void;
  /** The identity with which the session was created: the one that a server has rendered, for hydration. */
  readonly initialIdentity: Identity;
}

/** Returns the members of a session for adapters, which the public declarations do not show. */
export const adapted = (session: Session) => (session as Session & { [ADAPTED]: Adapted })[ADAPTED];
