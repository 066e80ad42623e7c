// Generated from the Rust files that it names, by `npm run build`: do not edit. A name crosses as its position in its list.

/** `Status`, src/core/view.rs. */
export const STATUSES = [
  "unknown",
  "authenticated",
  "unauthenticated",
] as const;
export type Status = (typeof STATUSES)[number];

/** `Reason`, src/core/view.rs. */
export const REASONS = [
  "no-session",
  "signed-out",
  "expired",
  "deactivated",
  "ended",
] as const;
export type Reason = (typeof REASONS)[number];

/** `Code`, src/api/failure.rs. */
export const CODES = [
  "missing-credentials",
  "invalid-credentials",
  "account-deactivated",
  "cookie-refused",
  "unauthenticated",
  "forbidden",
  "not-supported",
  "foreign-url",
  "network",
  "timeout",
  "aborted",
  "superseded",
  "rate-limited",
  "server-error",
  "invalid-response",
  "closed",
] as const;
export type Code = (typeof CODES)[number];

/** `SessionEventType`, src/core/publication.rs. */
export const SESSION_EVENTS = [
  "signed-in",
  "signed-out",
  "cookie-refused",
  "revalidation-failed",
  "expiring",
] as const;
export type SessionEventType = (typeof SESSION_EVENTS)[number];

/** `NeedReason`, src/core/effect.rs. */
export const NEED_REASONS = [
  "ended",
  "bearer",
] as const;
export type NeedReason = (typeof NEED_REASONS)[number];

/** `MessageName`, src/core/tab_message.rs. */
export const MESSAGES = [
  "signed-in",
  "signed-out",
  "changed",
  "sign-out-over",
] as const;
export type MessageName = (typeof MESSAGES)[number];

/** `HappeningName`, src/core/tab_message.rs and src/core/page_event.rs. */
export const HAPPENINGS = [
  "signed-in",
  "signed-out",
  "changed",
  "sign-out-over",
  "hidden",
  "visible",
  "focused",
  "offline",
  "online",
  "leaving",
  "unloading",
  "restored",
  "resumed",
  "window-opened",
  "window-gone",
  "catalogue-watched",
  "catalogue-unwatched",
  "reauthenticated",
  "not-reauthenticated",
  "woken",
  "closed",
] as const;
export type HappeningName = (typeof HAPPENINGS)[number];

// `HappeningName`, src/core/tab_message.rs and src/core/page_event.rs.
export const SIGNED_IN = 0;
export const SIGNED_OUT = 1;
export const CHANGED = 2;
export const SIGN_OUT_OVER = 3;
export const HIDDEN = 4;
export const VISIBLE = 5;
export const FOCUSED = 6;
export const OFFLINE = 7;
export const ONLINE = 8;
export const LEAVING = 9;
export const UNLOADING = 10;
export const RESTORED = 11;
export const RESUMED = 12;
export const WINDOW_OPENED = 13;
export const WINDOW_GONE = 14;
export const CATALOGUE_WATCHED = 15;
export const CATALOGUE_UNWATCHED = 16;
export const REAUTHENTICATED = 17;
export const NOT_REAUTHENTICATED = 18;
export const WOKEN = 19;
export const CLOSED = 20;

// `Command`, src/core/command.rs.
export const REFRESH = 0;
export const READ = 1;
export const PERMISSIONS_REFRESH = 2;
export const ROLES = 3;
export const SSO_CONFIG = 4;
export const ABORT = 5;

// `Body`, src/api/facts.rs.
export const SESSION_BODY = 0;
export const SIGN_IN_BODY = 1;
export const SIGN_OUT_BODY = 2;
export const PERMISSIONS_BODY = 3;
export const ROLES_BODY = 4;
export const SSO_CONFIG_BODY = 5;
export const OWN_BODY = 6;

// The endpoints of the Identity API, src/api/path.rs.
export const LOGIN_PATH = "/api/auth/login";
export const SESSION_PATH = "/api/auth/session";
export const PERMISSIONS_PATH = "/api/auth/permissions";
export const LOGOUT_PATH = "/api/auth/logout";
export const SSO_CONFIG_PATH = "/api/auth/sso/idp/config";
export const SSO_LOGIN_PATH = "/api/auth/sso/idp/login";
export const ROLES_PATH = "/api/roles";

/** How long the lock of another tab lasts at most: `src/core/state/lock.rs`. */
export const LONGEST_LOCK_MS = 60000;
