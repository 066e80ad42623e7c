// What differs between two states that a session has published, as texts for the inspector: one line for each difference.

import type { FeatureMap, User } from "platform-session";
import type { Known } from "../../entry/gate.js";
import { clockTime } from "./dom.js";
import { failureOf } from "./reasons.js";

/** How many features one line names at most. */
const MOST_NAMES = 6;

export function changesOf(before: Known, now: Known): string[] {
  const [was, is] = [before.snapshot, now.snapshot];
  const lines: string[] = [];
  if (was.status !== is.status || was.reason !== is.reason)
    lines.push(is.reason ? `${is.status}: ${is.reason}` : is.status);
  if (is.user && was.user !== is.user) lines.push(userChange(was.user, is.user));
  if (was.features !== is.features) lines.push(...featureChanges(was.features, is.features));
  if (was.stale !== is.stale)
    lines.push(is.stale ? "stale: what was known before is shown" : "not stale any more");
  if (is.error && was.error !== is.error) lines.push(`error ${failureOf(is.error)}`);
  for (const flag of ["signOutPending", "reauthenticating"] as const)
    if (was[flag] !== is[flag]) lines.push(`${flag}: ${is[flag]}`);
  if (is.expiresAt && was.expiresAt !== is.expiresAt) lines.push(`ends at ${clockTime(is.expiresAt)}`);
  if (now.roles && before.roles !== now.roles) lines.push(`role catalogue: ${now.roles.length} roles`);
  if (now.refusal && before.refusal !== now.refusal) lines.push(`role catalogue refused: ${now.refusal}`);
  return lines;
}

function userChange(was: User | null, is: User): string {
  const isSame = (["id", "name", "userType"] as const).every((member) => was?.[member] === is[member]);
  return isSame ? "details of the user" : `user ${is.name}, ${is.userType}`;
}

/**
 * Returns one line such as "features +a −b": `+` for features that are granted now, `−` for features that no longer are; or one line for
 * other details, or none.
 */
function featureChanges(was: FeatureMap, is: FeatureMap): string[] {
  const isOn = (features: FeatureMap, name: string) => features[name]?.enabled === true;
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const switched = names.filter((name) => isOn(was, name) !== isOn(is, name));
  if (switched.length === 0)
    return names.some((name) => was[name] !== is[name]) ? ["features: details changed"] : [];
  const shown = switched.slice(0, MOST_NAMES).map((name) => `${isOn(is, name) ? "+" : "−"}${name}`);
  const more = switched.length - shown.length;
  return [`features ${shown.join(" ")}${more > 0 ? ` and ${more} more` : ""}`];
}
