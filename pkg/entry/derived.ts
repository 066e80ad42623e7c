// Sessions that are another one but for some members of their own.

import type { Permissions, Session } from "../index.js";
import { define } from "./define.js";

/** `calls`: its own, in the place of the session's. */
type CallsWithin = Pick<Session, "fetch" | "roles" | "identity"> & {
  refreshPermissions: Permissions["refresh"];
};

/**
 * The session that the page's `reauthenticate` is given: its calls that may be answered 401 are `within`. They do not wait for the
 * reauthentication, as all others do.
 */
export function viewWithin(session: Session, { refreshPermissions, ...calls }: CallsWithin): Session {
  const permissions = derive(session.permissions, { refresh: refreshPermissions });
  return derive(session, { ...boundTarget(session), ...calls, permissions });
}

/** The methods of `EventTarget`, which work on the session alone, for an object that inherits the others from it. */
export const boundTarget = (session: EventTarget) =>
  Object.fromEntries(
    (["addEventListener", "removeEventListener", "dispatchEvent"] as const).map((name) => [
      name,
      session[name].bind(session),
    ]),
  );

/** A frozen object that has these members of its own, and inherits the others. */
export const derive = <Base extends object>(base: Base, members: Partial<Base>): Base =>
  Object.freeze(define(Object.create(base), Object.getOwnPropertyDescriptors(members)));
