// The part of a session that an inspector sees (`pkg/entry/create-session.ts`).

import type { Session } from "platform-session";
import type { Inspected } from "../../entry/create-session.js";

export type { Inspected };

const INSPECTED: unique symbol = Symbol.for("platform-session.inspect");

/** The listeners of each session. A second copy of this module has its own, and calls those of the first, too. */
const listeners = new WeakMap<Inspected, Set<Listener>>();

/** One thing that a session tells an inspector: a name or a number (`LinkCallbacks.trace`), and what belongs to that. */
type Happened = [what: string | number, ...about: unknown[]];
type Listener = (...happened: Happened) => void;

export function inspectedOf(session: Session): Inspected {
  // The public declarations do not show it, and a page may give anything.
  const inspected = (session as { [INSPECTED]?: Inspected } | null | undefined)?.[INSPECTED];
  if (!inspected) throw new TypeError("the inspector needs a session: inspect(createSession()).");
  return inspected;
}

/** Calls `listener` with all that happens. What it throws is reported, and does not reach the session. Returns the function that ends it. */
export function listen(inspected: Inspected, listener: Listener): () => void {
  let own = listeners.get(inspected);
  if (!own) {
    const others = inspected.trace;
    own = new Set();
    listeners.set(inspected, own);
    inspected.trace = (...what) => {
      others(...what);
      for (const each of own as Set<Listener>) {
        try {
          each(...(what as Happened));
        } catch (error) {
          reportError(error);
        }
      }
    };
  }
  own.add(listener);
  return () => own.delete(listener);
}
