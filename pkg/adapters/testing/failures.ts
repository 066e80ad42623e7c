// Makes the errors of a test session: each code with the status that it has in a real session.

import type { SessionErrorCode } from "platform-session";
import { ALL_CODES, SessionError } from "../../entry/session-error.js";

/** The HTTP status of the Identity API for each code. A code that is missing here comes without an answer of the deployment. */
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
  // For a deactivated account the deployment answers a sign-in with 403, and a session read with 401.
  const deactivatedStatus = code === "account-deactivated" && (call === "login" ? 403 : 401);
  return new SessionError(code, {
    status: deactivatedStatus || (STATUSES[code] ?? null),
    retryable: RETRYABLE.includes(code),
    // `pkg/entry/method.ts` replaces this by the name of the call that rejects with the error.
    call: "read",
  });
}
