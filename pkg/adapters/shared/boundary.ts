// What `IdentityBoundary` and `SignedIn` of every framework share. Their elements carry a mark, so that `pkg/entry/marks.ts` hides them
// at the moment the identity ends, even if the framework renders later.

import type { GateState, Session, SessionSnapshot, Status } from "platform-session";
import { identityOf, partOf, type Store } from "./follow.js";

export { BOX_MARK, IDENTITY_MARK, USER_MARK } from "../../entry/mark-names.js";

/** The value of an element's mark, as a store: the key of the current identity. */
export const markOf = (session: Session): Store<string> => ({
  subscribe: identityOf(session).subscribe,
  get value() {
    return String(session.identity.key);
  },
  initial: "initial",
});

const STATES: Record<Status, GateState> = {
  unknown: "unknown",
  authenticated: "granted",
  unauthenticated: "denied",
};

/** Whether a user is signed in. It is "unknown" also while `reauthenticate` runs, because another user may sign in there. */
export const signedInState = ({ status, reauthenticating }: SessionSnapshot): GateState =>
  reauthenticating ? "unknown" : STATES[status];

/** `signedInState` of a session, as a store. (`PURE`: a bundle that does not use this function leaves it out.) */
export const signedInOf = /* @__PURE__ */ partOf(signedInState);

/** The state that a gate uses where no `SignedIn` is around it. */
export const ALWAYS_SHOWN: Store<GateState> = {
  value: "granted",
  initial: "granted",
  subscribe: () => () => {},
};
