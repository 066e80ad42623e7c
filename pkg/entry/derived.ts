// Makes sessions that inherit from another session, and replace some of its members.

import type { Permissions, Session } from "../index.js";
import { define } from "./define.js";

/** The members that are replaced in the session for the page's `reauthenticate`. */
type CallsWithin = Pick<Session, "fetch" | "roles" | "identity"> & {
  refreshPermissions: Permissions["refresh"];
};

/**
 * Returns the session that the page's `reauthenticate` gets. Its replaced methods do not wait for the reauthentication when they are
 * answered 401, as the methods of `session` do.
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

/** Returns a frozen object that has these members, and inherits all other members from `base`. */
export const derive = <Base extends object>(base: Base, members: Partial<Base>): Base =>
  Object.freeze(define(Object.create(base), Object.getOwnPropertyDescriptors(members)));
