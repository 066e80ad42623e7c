// What differs between two states that a session has published, as texts for the inspector: one line for each difference.

import type { FeatureMap, User } from "platform-session";
import type { Known } from "../../entry/gate.js";
import { clockTime } from "./dom.js";
import { failureOf } from "./reasons.js";

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
  const isSame = (["id", "name", "userType"] as const).every((part) => was?.[part] === is[part]);
  return isSame ? "details of the user" : `user ${is.name}, ${is.userType}`;
}

/** One line such as "features +a −b": `+` for what is granted now, `−` for what no longer is. No line where no feature differs. */
function featureChanges(was: FeatureMap, is: FeatureMap): string[] {
  const isOn = (features: FeatureMap, name: string) => features[name]?.enabled === true;
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const turned = names.filter((name) => isOn(was, name) !== isOn(is, name));
  if (turned.length === 0)
    return names.some((name) => was[name] !== is[name]) ? ["features: details changed"] : [];
  const shown = turned.slice(0, 6).map((name) => `${isOn(is, name) ? "+" : "−"}${name}`);
  const more = turned.length - shown.length;
  return [`features ${shown.join(" ")}${more > 0 ? ` and ${more} more` : ""}`];
}
