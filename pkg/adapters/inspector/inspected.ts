// What the root lets an inspector see of a session (`pkg/entry/create-session.ts`).

import type { Session } from "platform-session";
import type { Inspected } from "../../entry/create-session.js";

export type { Inspected };

const INSPECTED: unique symbol = Symbol.for("platform-session.inspect");

/** Who is told of each session. A second copy of this module has its own, and tells the first. */
const listeners = new WeakMap<Inspected, Set<Listener>>();

/** Happened has what has this name, or this number; with it comes what each has to say. */
type Happened = [what: string | number, ...about: unknown[]];
type Listener = (...happened: Happened) => void;

export function inspectedOf(session: Session): Inspected {
  // The public declarations do not show it, and a page may give anything.
  const inspected = (session as { [INSPECTED]?: Inspected } | null | undefined)?.[INSPECTED];
  if (!inspected) throw new TypeError("the inspector needs a session: inspect(createSession()).");
  return inspected;
}

/** Calls `listener` with all that happens. What it throws is reported, and is no matter of the session's. Gives what ends that. */
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
