// What people read. The one place where statuses, reasons and error codes become sentences.

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

/** The headline and the line below it for a snapshot. `failure` is what keeps the session unknown, if anything does. */
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

/** What a `SessionError` means, in a sentence or two. */
export function describeError(error) {
  const meaning = MEANINGS[error.code] ?? "Something went wrong.";
  if (error.retryAfterMs === null) {
    return meaning;
  }
  const seconds = Math.max(1, Math.ceil(error.retryAfterMs / 1000));
  return `${meaning} Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`;
}

/** Said beside older knowledge that is shown while the newest read failed. */
export function describeStaleness(snapshot) {
  const reached = snapshot.error === null ? "The last read failed." : describeError(snapshot.error);
  return `${reached} This page shows what was last known.`;
}

/** A usage limit as text. Its shape is the deployment's own (identity-api.md 2.2), so nothing is read into it. */
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

/** The reason of a `signed-out` event, to follow "Signed out: ". */
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
