// The choices of a preview, and the publication that follows from a choice and the real session. `previewable.ts` holds the choice and publishes.

import type { FeatureMap, FeaturePermission, SessionSnapshot, SignedOutReason, User } from "platform-session";
import { readFeatures } from "../../entry/features.js";
import { EXPIRING_MS } from "../../entry/options.js";
import type { Publication } from "../../entry/publisher.js";
import { SessionError } from "../../entry/session-error.js";
import { UNKNOWN } from "../../entry/snapshot.js";
import type { Log } from "./history.js";
import type { Preview } from "./previewable.js";

/** The states that may be chosen, in the words of the panel. `real`: the state of the session itself. */
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

/** The states in which no user is signed in. Each has the name of the snapshot's `reason`. */
const SIGNED_OUT: readonly ShownName[] = ["signed-out", "ended", "expired", "deactivated"];

/** The user that is shown if a role is chosen while no user is signed in. */
const STAND_IN: Omit<User, "userType"> = {
  id: 0,
  email: "preview@invalid",
  name: "Preview",
  authSource: null,
  company: null,
};

export type ShownName = keyof typeof SHOWN;

/** How a feature is shown instead of its real state; "absent": not listed. */
export type FeatureOverride = "on" | "off" | "absent";

export interface Choice {
  show: ShownName;
  /** The role that is shown; empty: the user's own. */
  role: string;
  /** The features that are not shown in their real state. */
  features: Readonly<Record<string, FeatureOverride>>;
  /** When the session ends, as `Date.now()` counts, for the state "ending". */
  endsAt?: number;
}

/** The choice that shows what the session itself says. */
export const UNCHANGED: Choice = Object.freeze({ show: "real", role: "", features: Object.freeze({}) });

/** The failure that is shown; also what a previewed sign-out rejects with. */
export const previewedFailure = () => new SessionError("server-error", { status: 503, retryable: true });

/** Whether this state follows a sign-out, which ends the identity. */
export const signsOut = (show: ShownName) => show === "signed-out" || show === "sign-out-failed";

/** Whether this state shows no user, whether or not one is signed in. */
export const hidesUser = (show: ShownName) => show !== "real" && show !== "stale" && show !== "ending";

/** When the session tries again after a failure, as `Date.now()` counts; `null`: never, as in the preview of a failure. */
export const wakesAtOf = (preview: Preview | undefined, history: Log) =>
  preview && hidesUser(preview.choice().show) ? null : history.wakesAt();

/** Whether a choice shows what the session itself says. */
export const isUnchanged = ({ show, role, features }: Choice) =>
  show === "real" && role === "" && Object.keys(features).length === 0;

/** Returns a choice in words, as one line. */
export function wordsOf({ show, role, features }: Choice): string {
  const words: string[] = show === "real" ? [] : [SHOWN[show]];
  if (role) words.push(`role ${role}`);
  for (const [name, is] of Object.entries(features))
    words.push(`${name} ${is === "absent" ? "not listed" : is}`);
  return words.join(", ");
}

/**
 * Returns the publication for a choice. `real`: the snapshot of the real session. `before`: the features that are shown now; entries that are
 * equal stay the same objects.
 */
export function publicationOf(choice: Choice, real: SessionSnapshot, before: FeatureMap): Publication {
  const { show } = choice;
  // A closed session is shown as closed, whatever was chosen.
  if (real.error?.code === "closed") return { ...real, features: featuresOf({}, {}, before) };
  if (SIGNED_OUT.includes(show))
    return { ...UNKNOWN, status: "unauthenticated", reason: show as SignedOutReason };
  if (show === "unknown") return { ...UNKNOWN, error: previewedFailure() };
  if (show === "sign-out-failed") return { ...UNKNOWN, error: previewedFailure(), signOutPending: true };
  const shown = withOverrides(choice, real, before);
  if (show === "stale" && shown.status !== "unknown")
    return { ...shown, stale: true, error: previewedFailure() };
  if (show === "ending" && shown.user) return { ...shown, expiresAt: choice.endsAt ?? null };
  return shown;
}

/** Returns the choice with an `endsAt` that counts from now. */
export const chosenNow = (choice: Choice): Choice =>
  Object.freeze({ ...choice, endsAt: Date.now() + EXPIRING_MS });

/** Returns the real snapshot with the chosen role and features. */
function withOverrides({ role, features }: Choice, real: SessionSnapshot, before: FeatureMap): Publication {
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

function featuresOf(real: FeatureMap, overrides: Choice["features"], before: FeatureMap): FeatureMap {
  const features: Record<string, FeaturePermission | undefined> = { ...real };
  for (const [name, is] of Object.entries(overrides)) {
    if (is === "absent") delete features[name];
    else features[name] = { enabled: is === "on", limit: real[name]?.limit ?? null };
  }
  // The cast: `readFeatures` returns `null` only for invalid features, and these come from features that it has read before.
  return readFeatures(features, before) as FeatureMap;
}
