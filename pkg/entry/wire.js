// Reads what the engine sends: the cells of `src/js/wire.rs`, in the order in which they are written there.

import { isText, own } from "./json-value.js";
import { CODES, SessionError } from "./session-error.js";

/** In the order of `Status` and `Reason` in `src/core/view.rs`. */
/** @type {import("../index.js").Status[]} */
const STATUSES = ["unknown", "authenticated", "unauthenticated"];
/** @type {import("../index.js").SignedOutReason[]} */
const REASONS = ["no-session", "signed-out", "expired", "deactivated", "ended"];
/** The events of `src/core/session_event.rs`, in the order in which `src/js/wire.rs` numbers them. */
const NOTICES = ["signed-in", "signed-out", "cookie-refused", "revalidation-failed", "expiring"];

/**
 * @typedef {object} News What to publish.
 * @property {number} [identity] Which identity it is, as what decides counts them.
 * @property {import("../index.js").Status} status
 * @property {import("../index.js").SignedOutReason | null} reason
 * @property {boolean} stale
 * @property {import("../index.js").SessionError | null} error
 * @property {import("../index.js").User | null} user
 * @property {import("./features.js").Features} features
 * @property {boolean} [rolesChanged]
 * @property {import("../index.js").Role[] | null} [roles]
 * @property {import("../index.js").SessionErrorCode | null} [rolesRefusal] Why the deployment does not show the roles.
 * @property {{ type: string, [detail: string]: unknown }[]} [notices]
 * @property {boolean} signOutPending
 * @property {boolean} reauthenticating
 * @property {number | null} expiresAt
 */

/**
 * `featuresOf`, `userOf`, `companyOf` and `rolesOf` give what has a number (`kept.js`).
 * @returns {News}
 */
export function readPublication(cells, featuresOf, userOf, companyOf, rolesOf) {
  const read = reader(cells);
  return {
    identity: read(),
    status: STATUSES[read()],
    reason: read.optional((number) => REASONS[number]),
    stale: read(),
    error: read.optional((code) => failure(code, read)),
    user: withCompany(userOf(read()), companyOf(read())),
    rolesChanged: read(),
    roles: rolesOf(read()),
    rolesRefusal: read.optional((code) => CODES[code]),
    features: featuresOf(read()),
    notices: readNotices(read),
    signOutPending: read(),
    reauthenticating: read(),
    expiresAt: read(),
  };
}

export function readFailure(cells) {
  const read = reader(cells);
  return failure(read(), read);
}

/** The configuration as the deployment sent it. The engine has checked it. */
export function readSsoConfig(sent) {
  const label = own(sent, "buttonLabel");
  // Where there is no button, it may be missing.
  return Object.freeze({ enabled: own(sent, "enabled") === true, buttonLabel: isText(label) ? label : "" });
}

function reader(cells) {
  let position = 0;
  const read = () => cells[position++];
  /** A missing value takes one cell, `null`. Otherwise `first` is the value's first cell. */
  read.optional = (make) => {
    const first = read();
    return first === null ? null : make(first);
  };
  return read;
}

function failure(code, read) {
  // The status is 0 for a redirect that is not followed: no script may know it.
  const [status, retryAfterMs, retryable] = [read() || null, read(), read()];
  return new SessionError(CODES[code], { status, retryable, retryAfterMs });
}

/** Without a company it is the same object, so that comparing it is quick. */
const withCompany = (user, company) => user && (company ? { ...user, company } : user);

function readNotices(read) {
  const notices = [];
  for (let left = read(); left > 0; left--) notices.push(notice(read));
  return notices;
}

function notice(read) {
  const type = NOTICES[read()];
  if (type === "signed-out") return { type, reason: REASONS[read()] };
  const isFailure = type === "cookie-refused" || type === "revalidation-failed";
  return isFailure ? { type, error: failure(read(), read) } : { type };
}
