// Checks the form of snapshots and errors: deep-frozen, consistent, and a new snapshot only for a change.

import { canonical, NAMES } from "../deployment/accounts.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;
const STATUSES = ["unknown", "authenticated", "unauthenticated"];
const REASONS = ["no-session", "signed-out", "expired", "deactivated", "ended"];

/** Every code of `SessionErrorCode` in `pkg/index.d.ts`. */
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
  "wasm-unavailable",
  "not-ready",
  "closed",
];

/** The codes with `expected: true`. */
const EXPECTED = ["aborted", "superseded", "closed", "popup-closed"];

/** Checks a new `snapshot`, after `before`. `watch` is the session's `Watch`. */
export function checkShape(watch, before, snapshot) {
  const { status, user, features, reason, stale, error } = snapshot;
  watch.check(isFrozenDeep(snapshot), "frozen", "a snapshot can be changed");
  watch.check(STATUSES.includes(status), "status", status);
  watch.check(
    (status === "authenticated") === (user !== null),
    "status",
    "a user is shown exactly while authenticated",
  );
  watch.check(
    status === "authenticated" || Object.keys(features).length === 0,
    "status",
    "features without a user",
  );
  watch.check((status === "unauthenticated") === REASONS.includes(reason), "reason", `${status} ${reason}`);
  watch.check(typeof stale === "boolean" && (!stale || status !== "unknown"), "stale", `${status} ${stale}`);
  watch.check(error === null || isTyped(error), "error", () => String(error));
  checkFlags(watch, snapshot);
  watch.check(Object.getPrototypeOf(features) === null, "features", "the map inherits");
  const differs = Object.keys(snapshot).some(
    (key) => JSON.stringify(snapshot[key]) !== JSON.stringify(before[key]),
  );
  watch.check(differs || !watch.ran || watch.engineBegan, "same snapshot", "a new snapshot says the same");
  for (const [name, permission] of Object.entries(features)) {
    const earlier = before.features[name];
    const isKept = !earlier || earlier === permission || canonical(earlier) !== canonical(permission);
    watch.check(isKept, "same permission", name);
  }
  checkGates(watch, snapshot);
}

/** Checks `signOutPending`, `reauthenticating`, `expiresAt` and `expiring`. */
function checkFlags(watch, { user, signOutPending, reauthenticating, expiresAt, expiring }) {
  if (signOutPending === undefined) return;
  watch.check(!signOutPending || user === null, "pending", "a user is shown while a sign-out is pending");
  const isCalled = watch.calledOut > watch.signedIn;
  watch.check(
    !signOutPending || isCalled,
    "pending",
    "a sign-out is pending that no call made, or that is over",
  );
  watch.check(
    !reauthenticating || watch.client.options.reauthenticates,
    "pending",
    "signs in again, and cannot",
  );
  const isRightTime = user !== null && watch.signIns.some(({ wall }) => wall + DAY_MS === expiresAt);
  watch.check(
    expiresAt === null || isRightTime,
    "expires",
    () => `at ${expiresAt}, a day after no sign-in here`,
  );
  watch.check(!expiring || expiresAt !== null, "expires", "soon, and at no time");
}

/** Checks that exactly the features with `enabled: true` are open, whichever way they are read. */
function checkGates(watch, { status, features }) {
  const { permissions } = watch.client.session;
  for (const name of NAMES) {
    const open = Object.hasOwn(features, name) && features[name].enabled === true;
    watch.check(permissions.can(name) === open, "gates", name);
    const state = status === "unknown" ? "unknown" : open ? "granted" : "denied";
    watch.check(permissions.state(name) === state, "gates", name);
    watch.check(
      permissions.get(name) === (Object.hasOwn(features, name) ? features[name] : undefined),
      "gates",
      name,
    );
  }
  watch.check(permissions.features === features, "gates", "two maps");
}

/** Whether `error` is a `SessionError` as `pkg/index.d.ts` declares it. */
export function isTyped(error) {
  const { name, code, message, status, retryable, retryAfterMs, expected } = error ?? {};
  const isWait =
    retryAfterMs === null ||
    (Number.isInteger(retryAfterMs) && retryAfterMs >= 0 && retryAfterMs <= 2_147_483_647);
  return (
    error instanceof Error &&
    name === "SessionError" &&
    CODES.includes(code) &&
    message.split(": ")[0] === code.replaceAll("-", " ") &&
    expected === EXPECTED.includes(code) &&
    (status === null || (Number.isInteger(status) && status >= 100)) &&
    typeof retryable === "boolean" &&
    isWait
  );
}

export function isFrozenDeep(value) {
  if (typeof value !== "object" || value === null) return true;
  return (
    Object.isFrozen(value) &&
    // The cause of an error is the browser's own object.
    Reflect.ownKeys(value).every((key) => key === "stack" || key === "cause" || isFrozenDeep(value[key]))
  );
}
