// What a session has for the adapters alone.

import type { Identity, Session } from "platform-session";
import type { Adapter } from "../../entry/publisher.js";

/** As in `pkg/entry/create-session.ts`. */
const ADAPTED: unique symbol = Symbol.for("platform-session.adapted");

interface Adapted {
  /** Has a framework's values brought up to date before any listener of the page is called; gives what ends that. */
  attach(adapter: Adapter): () => void;
  /** What a server has rendered is of this one. */
  readonly initialIdentity: Identity;
}

/** The public declarations do not show it. */
export const adapted = (session: Session) => (session as Session & { [ADAPTED]: Adapted })[ADAPTED];
