// Makes errors as the real session does: each code with the status that stands behind it.

import type { SessionErrorCode } from "platform-session";
import { ALL_CODES, SessionError } from "../../entry/session-error.js";

/** The status of the Identity API behind each code; a code that is not here comes without an answer. */
const STATUSES: { [Code in SessionErrorCode]?: number } = {
  "missing-credentials": 400,
  "invalid-credentials": 401,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  "not-supported": 404,
  "rate-limited": 429,
  "server-error": 500,
  "invalid-response": 200,
};
const RETRYABLE: readonly SessionErrorCode[] = [
  "network",
  "timeout",
  "rate-limited",
  "server-error",
  "invalid-response",
  "not-ready",
];

/** Makes the error of a code. `call`: the name of the call that fails. Throws a `TypeError` where there is no such code. */
export function failure(code: SessionErrorCode, call = ""): SessionError {
  if (!ALL_CODES.includes(code)) throw new TypeError(`${String(code)} is no error code of a session`);
  // At sign-in a deactivated account is a 403, at the session read a 401.
  const deactivated = code === "account-deactivated" && (call === "login" ? 403 : 401);
  return new SessionError(code, {
    status: deactivated || (STATUSES[code] ?? null),
    retryable: RETRYABLE.includes(code),
    // A call that ends with this error puts its own name there (`pkg/entry/method.ts`).
    call: "read",
  });
}
