// What a session has for the adapters alone.

/** As in `pkg/entry/create-session.ts`. */
const ADAPTED = Symbol.for("platform-session.adapted");

/**
 * `attach(adapter)` has a framework's values brought up to date before any listener of the page is called (`Adapter` in
 * `pkg/entry/publisher.ts`); gives what ends that. `initialIdentity`: what a server has rendered is of this one.
 * @returns {{ attach: (adapter: import("../../entry/publisher.js").Adapter) => () => void, initialIdentity: import("platform-session").Identity }}
 */
export const adapted = (session) => session[ADAPTED];
