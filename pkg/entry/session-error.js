// The one kind of error that the package throws or rejects with.

/** Every copy of the package marks its errors with it, in every realm. */
const MARK = Symbol.for("platform-session.SessionError");

/** What each code means, for whoever reads a log. No message carries anything of the exchange. */
const MESSAGES = {
  "missing-credentials": "Email and password are needed to sign in.",
  "invalid-credentials": "Email or password is wrong.",
  "account-deactivated": "The account is deactivated.",
  "cookie-refused": "The browser did not keep the session cookie.",
  unauthenticated: "Not signed in.",
  forbidden: "Not permitted.",
  "not-found": "Absent, or not visible to the caller.",
  "not-supported": "This installation does not have the endpoint.",
  "sso-unavailable": "External sign-in is not offered.",
  "invalid-return-url": "This return URL would be ignored.",
  "popup-blocked": "The browser blocked the sign-in window.",
  "popup-closed": "The sign-in window was closed too early.",
  "foreign-url": "The URL is outside the deployment's APIs.",
  network: "The deployment could not be reached.",
  timeout: "No answer in time.",
  aborted: "The call was aborted.",
  superseded: "A newer call took its place.",
  "rate-limited": "Called too often.",
  "server-error": "The deployment failed.",
  "invalid-response": "The answer is malformed.",
  closed: "The session is closed.",
  "wasm-unavailable": "WebAssembly cannot run here.",
};

/** The codes in the order of `Code` in `src/api/failure.rs`, which sends their positions. */
export const CODES = Object.keys(MESSAGES);

export class SessionError extends Error {
  constructor(code, { status = null, retryable = false, retryAfterMs = null } = {}) {
    super(MESSAGES[code]);
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
