// The one kind of error that the package throws or rejects with.

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
  constructor(code, { status = null, retryable = false, retryAfterMs = null } = {}) {
    // The declarations say what each code means. No message holds anything of the request or its answer.
    super(code.replaceAll("-", " "));
    Object.assign(this, { code, status, retryable, retryAfterMs });
    Object.freeze(this);
  }
}
Object.defineProperties(SessionError.prototype, {
  name: { value: "SessionError" },
  [MARK]: { value: true },
});

export function isSessionError(value) {
  return typeof value === "object" && value !== null && value[MARK] === true;
}
