// Access to the part of a session that is for the inspector (`Inspected` in `pkg/entry/create-session.ts`).

import type { Session } from "platform-session";
import type { Inspected } from "../../entry/create-session.js";

export type { Inspected };

const INSPECTED: unique symbol = Symbol.for("platform-session.inspect");

/** The listeners of each session in this copy of the module. */
const listeners = new WeakMap<Inspected, Set<Listener>>();

/** A trace of the session: a name or a number that says what has happened (`LinkCallbacks.trace`), and details. */
type Trace = [what: string | number, ...details: unknown[]];
type Listener = (...trace: Trace) => void;

export function inspectedOf(session: Session): Inspected {
  // The public declarations do not show this member, and a page may pass anything as the session.
  const inspected = (session as { [INSPECTED]?: Inspected } | null | undefined)?.[INSPECTED];
  if (!inspected) throw new TypeError("the inspector needs a session: inspect(createSession()).");
  return inspected;
}

/** Calls `listener` with each trace, until the returned function is called. An error that it throws is reported, and does not reach the session. */
export function listen(inspected: Inspected, listener: Listener): () => void {
  let own = listeners.get(inspected);
  if (!own) {
    // Another copy of this module may have set `trace` for its own listeners.
    const traceBefore = inspected.trace;
    own = new Set();
    listeners.set(inspected, own);
    inspected.trace = (...trace) => {
      traceBefore(...trace);
      for (const each of own as Set<Listener>) {
        try {
          each(...(trace as Trace));
        } catch (error) {
          reportError(error);
        }
      }
    };
  }
  own.add(listener);
  return () => own.delete(listener);
}
