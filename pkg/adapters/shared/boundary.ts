// The parts that components of every framework share which hold what belongs to an identity. Their elements are marked, so that the package hides
// them in the step in which the identity ends, whatever the framework is busy with (`pkg/entry/marks.ts`).

import type { GateState, Session, SessionSnapshot, Status } from "platform-session";
import { identityOf, partOf, type Store } from "./follow.js";

export { BOX_MARK, IDENTITY_MARK, USER_MARK } from "../../entry/mark-names.js";

/** The value of a mark, as a store like the gates. */
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

/** Whether a user is signed in: "granted", "denied", or "unknown", also while `reauthenticate` is under way: who is there may change by it. */
export const signedInState = ({ status, reauthenticating }: SessionSnapshot): GateState =>
  reauthenticating ? "unknown" : STATES[status];

/** Whether a user is signed in, as a store like the gates. (`PURE`: a bundle without a use of it leaves it out.) */
export const signedInOf = /* @__PURE__ */ partOf(signedInState);

/** The store that a gate finds in place of a `SignedIn`'s where none is around. */
export const ALWAYS_SHOWN: Store<GateState> = {
  value: "granted",
  initial: "granted",
  subscribe: () => () => {},
};
