// What the root lets an inspector see of a session (`pkg/entry/create-session.js`).

const INSPECTED = Symbol.for("platform-session.inspect");

/** Who is told of each session. A second copy of this module has its own, and tells the first. */
const listeners = new WeakMap();

/**
 * @typedef {object} Inspected
 * @property {() => import("../../entry/gate.js").Known} known All that a gate's state depends on.
 * @property {{ kept: Map<string, WeakRef<any>>, listened: Set<any> }} stores Gates and readings, by what they ask for.
 * @property {(...what: any[]) => void} tell Called with all that happens.
 */

/** @returns {Inspected} */
export function inspectedOf(session) {
  const inspected = session?.[INSPECTED];
  if (!inspected) throw new TypeError("the inspector needs a session: inspect(createSession()).");
  return inspected;
}

/** Calls `listener` with all that happens. What it throws is reported, and is no matter of the session's. Gives what ends that. */
export function listen(inspected, listener) {
  let told = listeners.get(inspected);
  if (!told) {
    const others = inspected.tell;
    const own = new Set();
    told = own;
    listeners.set(inspected, own);
    inspected.tell = (...what) => {
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
  told.add(listener);
  return () => told.delete(listener);
}
