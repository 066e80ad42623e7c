// Makes sessions that inherit from another session, and have some members of their own.

import type { Permissions, Session } from "../index.js";
import { define } from "./define.js";

/** The calls that such a session has of its own, in the place of the other's. */
type CallsWithin = Pick<Session, "fetch" | "roles" | "identity"> & {
  refreshPermissions: Permissions["refresh"];
};

/**
 * Returns the session that the page's `reauthenticate` is given: its calls that may be answered 401 are `within`. They do not wait for the
 * reauthentication, as all others do.
 */
export function viewWithin(session: Session, { refreshPermissions, ...calls }: CallsWithin): Session {
  const permissions = derive(session.permissions, { refresh: refreshPermissions });
  return derive(session, { ...boundTarget(session), ...calls, permissions });
}

/** The methods of `EventTarget`, bound to the session: they do not work on an object that merely inherits from it. */
export const boundTarget = (session: EventTarget) =>
  Object.fromEntries(
    (["addEventListener", "removeEventListener", "dispatchEvent"] as const).map((name) => [
      name,
      session[name].bind(session),
    ]),
  );

/** Returns a frozen object that has these members of its own, and inherits all others from `base`. */
export const derive = <Base extends object>(base: Base, members: Partial<Base>): Base =>
  Object.freeze(define(Object.create(base), Object.getOwnPropertyDescriptors(members)));
