// The one kind of error that the package throws or rejects with.

import { define } from "./define.js";

/** Every copy of the package marks its errors with it, in every realm. */
const MARK = Symbol.for("platform-session.SessionError");

/** The codes in the order of `Code` in `src/api/failure.rs`, which sends their positions. */
export const CODES = [
  "missing-credentials",
  "invalid-credentials",
  "account-deactivated",
  "cookie-refused",
  "unauthenticated",
  "forbidden",
  "not-found",
  "not-supported",
  "sso-unavailable",
  "invalid-return-url",
  "popup-blocked",
  "popup-closed",
  "foreign-url",
  "network",
  "timeout",
  "aborted",
  "superseded",
  "rate-limited",
  "server-error",
  "invalid-response",
  "closed",
  "wasm-unavailable",
  "not-ready",
];

export class SessionError extends Error {
  code;
  status;
  retryable;
  retryAfterMs;
  /** @param {{ status?: number | null, retryable?: boolean, retryAfterMs?: number | null }} [details] */
  constructor(code, details) {
    // The declarations say what each code means. No message holds anything of the request or its answer.
    super(code.replaceAll("-", " "));
    const {
      status = null,
      retryable = false,
      retryAfterMs = null,
    } = /** @type {any} */ ({
      __proto__: null,
      ...details,
    });
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
    Object.freeze(this);
  }
}
define(SessionError.prototype, {
  name: { value: "SessionError" },
  [MARK]: { value: true },
});

export function isSessionError(value) {
  return typeof value === "object" && value !== null && value[MARK] === true;
}
