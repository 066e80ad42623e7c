// The names that Rust and JavaScript exchange are the same as in the public declarations: none is missing on either side.

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

/** The events that JavaScript dispatches on its own, without a message of Rust. */
type OwnEvent = "identity-ended" | "permissions-changed";

export type Checks = [
  Expect<Equal<Status, PublicStatus>>,
  Expect<Equal<Reason, SignedOutReason>>,
  Expect<Equal<Code | OwnCode, SessionErrorCode>>,
  Expect<Equal<SessionEventType | OwnEvent, keyof SessionEvents>>,
  Expect<Equal<NeedReason, ReauthenticationNeed["reason"]>>,
];
