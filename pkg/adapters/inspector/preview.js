// What a preview shows in place of what is known: nothing but a choice, and the publication that follows from it.

import { readFeatures } from "../../entry/features.js";
import { SessionError } from "../../entry/session-error.js";
import { UNKNOWN } from "../../entry/snapshot.js";

/** What may be shown, in the words of the panel. */
export const SHOWN = {
  real: "as it is",
  "signed-out": "signed out",
  ended: "session has ended",
  expired: "24 hours are over",
  deactivated: "account deactivated",
  unknown: "nothing is known",
  stale: "stale: the newest read failed",
  ending: "ends in 5 minutes",
  "sign-out-failed": "a sign-out has failed",
};

const SIGNED_OUT = ["signed-out", "ended", "expired", "deactivated"];

/** The `expiringMs` of a session, if the page gave no other. */
const ENDING_MS = 300_000;

/** The user that a role is shown for where none is signed in. @type {Omit<import("platform-session").User, "userType">} */
const STAND_IN = { id: 0, email: "preview@invalid", name: "Preview", authSource: null, company: null };

/**
 * @typedef {object} Choice
 * @property {string} show One of `SHOWN`.
 * @property {string} role The user's own where it is empty.
 * @property {Readonly<Record<string, string>>} features "on", "off" or "absent", for those that are not as they are.
 * @property {number} [endsAt]
 */

/** @type {Choice} */
export const NOTHING = Object.freeze({ show: "real", role: "", features: Object.freeze({}) });

/** The failure that is shown; also what a previewed sign-out rejects with. */
export const previewedFailure = () =>
  new SessionError("server-error", /** @type {any} */ ({ status: 503, retryable: true }));

export const signsOut = (show) => show === "signed-out" || show === "sign-out-failed";

/** What is shown says nothing of who is signed in. */
export const hides = (show) => show !== "real" && show !== "stale" && show !== "ending";

/** When what failed is tried again; `null`: at no time, as in a preview of a failure. */
export const wakesAtOf = (preview, history) =>
  preview && hides(preview.choice().show) ? null : history.wakesAt();

/** Nothing but what the session itself says. */
export const isNothing = ({ show, role, features }) =>
  show === "real" && role === "" && Object.keys(features).length === 0;

/** The choice in a line. */
export function wordsOf({ show, role, features }) {
  const words = show === "real" ? [] : [SHOWN[show]];
  if (role) words.push(`role ${role}`);
  for (const [name, is] of Object.entries(features))
    words.push(`${name} ${is === "absent" ? "not listed" : is}`);
  return words.join(", ");
}

/**
 * What to publish. `before`: the features that are shown, so that what is equal stays the same object.
 * @param {Choice} preview
 * @param {import("platform-session").SessionSnapshot} real
 */
export function publicationOf(preview, real, before) {
  const { show } = preview;
  if (real.error?.code === "closed") return { ...real, features: featuresOf({}, {}, before) };
  if (SIGNED_OUT.includes(show)) return { ...UNKNOWN, status: "unauthenticated", reason: show };
  if (show === "unknown") return { ...UNKNOWN, error: previewedFailure() };
  if (show === "sign-out-failed") return { ...UNKNOWN, error: previewedFailure(), signOutPending: true };
  const shown = as(preview, real, before);
  if (show === "stale" && shown.status !== "unknown")
    return { ...shown, stale: true, error: previewedFailure() };
  if (show === "ending" && shown.user) return { ...shown, expiresAt: preview.endsAt ?? null };
  return shown;
}

/** The choice with what belongs to the moment in which it was made. @type {(choice: Choice) => Choice} */
export const chosen = (choice) => Object.freeze({ ...choice, endsAt: Date.now() + ENDING_MS });

function as({ role, features }, real, before) {
  if (real.status === "unknown" || (!real.user && !role))
    return { ...real, features: featuresOf({}, {}, before) };
  const user = role ? { ...(real.user ?? STAND_IN), userType: role } : real.user;
  return {
    ...real,
    status: "authenticated",
    reason: null,
    user,
    features: featuresOf(real.features, features, before),
  };
}

function featuresOf(real, changed, before) {
  const features = { ...real };
  for (const [name, is] of Object.entries(changed)) {
    if (is === "absent") delete features[name];
    else features[name] = { enabled: is === "on", limit: real[name]?.limit ?? null };
  }
  return readFeatures(features, before);
}
