// Reads what the engine sends: the cells of `src/js/wire.rs`, in the order in which they are written there.

import { CODES, REASONS, SESSION_EVENTS, STATUSES } from "../entry/boundary.js";
import { isText, own } from "../entry/json-value.js";
import { SessionError } from "../entry/session-error.js";

/**
 * `cache` gives what has a number (`cache.js`); `cause`: the browser's own error, where one was met just now.
 * @returns {import("../entry/publisher.js").Publication}
 */
export function readPublication(cells, cache, cause) {
  const { read, optional, failure } = reader(cells, cause);
  return {
    identity: read(),
    status: STATUSES[read()],
    reason: optional((number) => REASONS[number]),
    stale: read(),
    error: optional(failure),
    user: withCompany(cache.userOf(read()), cache.companyOf(read())),
    rolesChanged: read(),
    roles: cache.rolesOf(read()),
    rolesRefusal: optional((code) => CODES[code]),
    features: cache.show(read()),
    notices: Array.from({ length: read() }, () => readNotice(read, failure)),
    signOutPending: read(),
    reauthenticating: read(),
    expiresAt: read(),
  };
}

export function readFailure(cells, cause) {
  const { read, failure } = reader(cells, cause);
  return failure(read());
}

/** The configuration as the deployment sent it. The engine has checked it. */
export function readSsoConfig(sent) {
  const label = own(sent, "buttonLabel");
  // Where there is no button, it may be missing.
  return Object.freeze({ enabled: own(sent, "enabled") === true, buttonLabel: isText(label) ? label : "" });
}

function reader(cells, cause) {
  let position = 0;
  const read = () => cells[position++];
  /** A missing value takes one cell, `null`. Otherwise `first` is the value's first cell. */
  const optional = (make) => {
    const first = read();
    return first === null ? null : make(first);
  };
  const failure = (number) => {
    const code = CODES[number];
    // The status is 0 for a redirect that is not followed: no script may know it.
    const [status, retryAfterMs, retryable] = [read() || null, read(), read()];
    return new SessionError(code, {
      status,
      retryable,
      retryAfterMs,
      // A call that ends with it puts its own name there (`pkg/entry/method.js`).
      call: code === "closed" ? null : "read",
      cause: code === "network" ? cause : undefined,
    });
  };
  return { read, optional, failure };
}

/** Without a company it is the same object, so that comparing it is quick. */
const withCompany = (user, company) => user && (company ? { ...user, company } : user);

function readNotice(read, failure) {
  const type = SESSION_EVENTS[read()];
  if (type === "signed-out") return { type, reason: REASONS[read()] };
  const isFailure = type === "cookie-refused" || type === "revalidation-failed";
  return isFailure ? { type, error: failure(read()) } : { type };
}
