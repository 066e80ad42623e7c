// What the components of every framework share that hold what belongs to an identity. Their elements are marked, so that the package hides
// them in the step in which the identity ends, whatever the framework is busy with (`pkg/entry/marks.ts`).

import type { GateState, Session, SessionSnapshot, Status } from "platform-session";
import { identityOf, partOf, type Store } from "./follow.js";

export { BOX_MARK, IDENTITY_MARK, USER_MARK } from "../../entry/mark-names.js";

/** What a mark says, as a store like the gates. */
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

/** The same as a store like the gates. A bundle without a use of it leaves it out. */
export const signedInOf = /* @__PURE__ */ partOf(signedInState);

/** What a gate finds that no `SignedIn` is around. */
export const ALWAYS_SHOWN: Store<GateState> = {
  value: "granted",
  initial: "granted",
  subscribe: () => () => {},
};
