// The names that cross the boundary are those of the public declarations: none is missing on either side.

import type { Code, NeedReason, Reason, SessionEventType, Status } from "../../../pkg/entry/boundary.js";
import type { OwnCode } from "../../../pkg/entry/session-error.js";
import type {
  Status as PublicStatus,
  ReauthenticationNeed,
  SessionErrorCode,
  SessionEvents,
  SignedOutReason,
} from "../../../pkg/index.d.ts";
import type { Equal, Expect } from "../expect.js";

/** JavaScript dispatches these by itself. */
type OwnEvent = "identity-ended" | "permissions-changed";

export type Held = [
  Expect<Equal<Status, PublicStatus>>,
  Expect<Equal<Reason, SignedOutReason>>,
  Expect<Equal<Code | OwnCode, SessionErrorCode>>,
  Expect<Equal<SessionEventType | OwnEvent, keyof SessionEvents>>,
  Expect<Equal<NeedReason, ReauthenticationNeed["reason"]>>,
];
