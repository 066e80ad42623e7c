// The texts for statuses, reasons and error codes.

const SIGNED_OUT = {
  "no-session": ["You are not signed in.", "Sign in to open what your role includes."],
  "signed-out": ["You have signed out.", "Everything is closed again. Sign in to come back."],
  expired: ["Your session has expired.", "A sign-in lasts 24 hours. Sign in again to carry on."],
  deactivated: [
    "This account has been deactivated.",
    "Ask an administrator of your deployment to activate it.",
  ],
  ended: ["Your session has ended.", "The deployment no longer knows it. Sign in again to carry on."],
};

const COOKIE_REFUSED =
  "This browser did not keep the session cookie. Allow cookies for this site, then sign in again.";

const MEANINGS = {
  "missing-credentials": "Enter both your email and your password.",
  "invalid-credentials": "That email and password do not match an account.",
  "account-deactivated": "This account has been deactivated. Ask an administrator of your deployment.",
  "cookie-refused": COOKIE_REFUSED,
  unauthenticated: "The deployment does not accept this page’s session for that.",
  forbidden: "Your role does not allow that.",
  "not-found": "The deployment has no such thing, or does not show it to you.",
  "not-supported": "This deployment is older than that feature.",
  "sso-unavailable": "Single sign-on is not available on this deployment.",
  "invalid-return-url": "The deployment would not send you back to this page after signing in.",
  "popup-blocked": "The browser blocked the sign-in window.",
  "popup-closed": "The sign-in window was closed before you had signed in.",
  "foreign-url": "That address does not belong to this deployment.",
  network: "The deployment cannot be reached.",
  timeout: "The deployment took too long to answer.",
  aborted: "The request was called off.",
  superseded: "A newer request took its place.",
  "rate-limited": "The deployment asks for a pause before the next try.",
  "server-error": "The deployment has a problem of its own.",
  "invalid-response": "The deployment sent an answer that makes no sense here.",
  "not-ready": "The page is still being made ready. Try again in a moment.",
  "wasm-unavailable": "WebAssembly cannot run here: the browser does not allow it, or its file did not load.",
  closed: "This page’s session has been closed.",
};

/** Returns the headline and the line below it for a snapshot. `failure`: the error that keeps the session unknown; `null` if there is none. */
export function describeStatus(snapshot, failure) {
  switch (snapshot.status) {
    case "authenticated":
      return [
        `Signed in as ${snapshot.user.name || snapshot.user.email}.`,
        "What your role includes is open.",
      ];
    case "unauthenticated":
      return describeSignedOut(snapshot);
    default:
      return describeUnknown(snapshot, failure);
  }
}

function describeSignedOut({ reason, error }) {
  const [headline, detail] = SIGNED_OUT[reason] ?? SIGNED_OUT["no-session"];
  return [headline, error?.code === "cookie-refused" ? COOKIE_REFUSED : detail];
}

function describeUnknown({ signOutPending }, failure) {
  if (failure?.code === "wasm-unavailable") {
    return ["The session could not start here.", "Everything stays closed."];
  }
  if (signOutPending) {
    return [
      "You are not signed out yet.",
      "Everything is closed here. The sign-out is tried again by itself.",
    ];
  }
  if (failure === null) {
    return ["Reading the session…", "Everything stays closed until the deployment has answered."];
  }
  return [
    "We cannot tell whether you are signed in.",
    "Everything stays closed until the deployment has answered.",
  ];
}

/** Returns the meaning of a `SessionError` in one or two sentences. */
export function describeError(error) {
  const meaning = MEANINGS[error.code] ?? "Something went wrong.";
  if (error.retryAfterMs === null) {
    return meaning;
  }
  const seconds = Math.max(1, Math.ceil(error.retryAfterMs / 1000));
  return `${meaning} Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`;
}

/** Returns the notice for a stale snapshot: the newest read failed, and older data is shown. */
export function describeStaleness(snapshot) {
  const failure = snapshot.error === null ? "The last read failed." : describeError(snapshot.error);
  return `${failure} This page shows what was last known.`;
}

/** Returns a usage limit as text. Its shape depends on the deployment (identity-api.md 2.2), so it is not interpreted. */
export function describeLimit(limit) {
  if (typeof limit !== "object") {
    return String(limit);
  }
  if (Array.isArray(limit)) {
    return JSON.stringify(limit);
  }
  return Object.entries(limit)
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}

/** Returns the reason of a `signed-out` event, as a text that follows "Signed out: ". */
export function describeReason(reason) {
  const reasons = {
    "no-session": "there was no session",
    "signed-out": "a sign-out was asked for",
    expired: "24 hours had passed",
    deactivated: "the account was deactivated",
    ended: "the session had ended",
  };
  return reasons[reason] ?? reason;
}
