// The members of a session that are for the adapters alone.

import type { Identity, Session } from "platform-session";
import type { Adapter } from "../../entry/publisher.js";

/** The same symbol as in `pkg/entry/create-session.ts`. */
const ADAPTED: unique symbol = Symbol.for("platform-session.adapted");

interface Adapted {
  /** Has a framework's values brought up to date before any listener of the page is called; returns a function that ends that. */
  attach(adapter: Adapter): () => void;
  /** The identity that a server has rendered the page for. */
  readonly initialIdentity: Identity;
}

/** Returns those members, which the public declarations do not show. */
export const adapted = (session: Session) => (session as Session & { [ADAPTED]: Adapted })[ADAPTED];
