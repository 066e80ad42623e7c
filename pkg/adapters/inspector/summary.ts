// The texts at the top of the panel: who is signed in, since when, and how many gates are open.

import type { SessionError } from "platform-session";
import { clockTime } from "./dom.js";
import { heldGates } from "./gates.js";
import type { Parts } from "./panel.js";
import { isUnchanged, wakesAtOf, wordsOf } from "./preview.js";
import type { Preview } from "./previewable.js";
import { type ByStatus, failureOf, SIGNED_OUT, whyUnknown } from "./reasons.js";

export function summaryOf(
  { session, inspected, history }: Omit<Parts, "preview">,
  preview: Preview | undefined,
) {
  const { snapshot } = preview?.shown ?? session;
  const held = heldGates(preview?.inspected ?? inspected);
  const open = held.filter(({ state }) => state === "granted").length;
  const { at, isExact } = history.since();
  const { status, user, stale, error, expiresAt, reason } = snapshot as ByStatus;
  const who =
    status === "authenticated"
      ? user.name || "A user"
      : status === "unknown"
        ? "Nothing is known"
        : "No user is signed in";
  const facts = user ? [`${user.userType}, user ${user.id}`] : [];
  facts.push(`since ${isExact ? "" : "before "}${clockTime(at)}`);
  if (expiresAt) facts.push(`until ${clockTime(expiresAt)}`);
  const isReal = !preview || isUnchanged(preview.choice());
  return {
    status: stale ? "stale" : status,
    who,
    brief: `${who} · ${open} of ${held.length} gates open`,
    gates: `Gates ${open}/${held.length}`,
    since: isReal
      ? facts.join(" · ")
      : `${user ? `${user.userType} · ` : ""}reads and requests are still the real user's`,
    notice: noticeOf(),
    previewed: isReal ? "" : `Preview: ${wordsOf(preview.choice())}`,
  };

  function noticeOf() {
    if (status === "unknown") return whyUnknown(snapshot, wakesAtOf(preview, history));
    if (snapshot.reauthenticating) return "reauthenticate is running.";
    // The cast: a stale snapshot has an error.
    if (stale)
      return `Stale: the newest read failed, ${failureOf(error as SessionError)}. What was known before is shown.`;
    return reason && reason !== "no-session" ? SIGNED_OUT[reason] : "";
  }
}
