// What the root lets an inspector see of a session (`pkg/entry/create-session.ts`).

const INSPECTED = Symbol.for("platform-session.inspect");

/** Who is told of each session. A second copy of this module has its own, and tells the first. */
const listeners = new WeakMap();

/**
 * @typedef {object} Inspected
 * @property {() => import("../../entry/gate.js").Known} known All that a gate's state depends on.
 * @property {{ byKey: Map<string, WeakRef<any>>, listened: Set<any> }} stores Gates and readings, by what they ask for.
 * @property {(...what: any[]) => void} trace Called with all that happens.
 */

/** @returns {Inspected} */
export function inspectedOf(session) {
  const inspected = session?.[INSPECTED];
  if (!inspected) throw new TypeError("the inspector needs a session: inspect(createSession()).");
  return inspected;
}

/** Calls `listener` with all that happens. What it throws is reported, and is no matter of the session's. Gives what ends that. */
export function listen(inspected, listener) {
  let own = listeners.get(inspected);
  if (!own) {
    const others = inspected.trace;
    own = new Set();
    listeners.set(inspected, own);
    inspected.trace = (...what) => {
      others(...what);
      for (const each of own) {
        try {
          each(...what);
        } catch (error) {
          reportError(error);
        }
      }
    };
  }
  own.add(listener);
  return () => own.delete(listener);
}
