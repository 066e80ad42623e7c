// Reads what is shown before the WebAssembly is there: `initial`, a session body that a server read for this page, or the
// answer to the first read. A decision taken outside Rust: it shows nothing but a well-formed session, as `src/api/session.rs` does, and
// the engine confirms it.

import type { Answer } from "./answer.js";
import { SESSION_BODY } from "./boundary.js";
import type { Features } from "./features.js";
import { isObject, own } from "./json-value.js";
import type { Publication } from "./publisher.js";
import { type AnswerRecord, readRoles, readSession, recordOf } from "./record.js";
import { UNKNOWN } from "./snapshot.js";

/** How a server tells the page that the account was deactivated. The Identity API says so by 401 (4.2). */
const DEACTIVATED = { authenticated: false, reason: "deactivated" };

/**
 * Returns what to publish of an answer before an engine judges it; `null` where it says nothing that may be shown. `previous`: the features
 * that are shown.
 */
export function readFirstAnswer(answer: Answer, previous: Features): Publication | null {
  const { status } = answer.response;
  // The account was deactivated, whatever the body says.
  if (status === 401) return readHandedOver(DEACTIVATED);
  return status === 200 ? publicationOf(recordOf(answer, SESSION_BODY, previous) as AnswerRecord) : null;
}

/**
 * Returns what to publish of what a server read for this page: a session body, which may also say that the account is deactivated, and have the role
 * catalogue beside the user.
 */
export function readHandedOver(body: unknown): Publication | null {
  const publication = readInitial(body);
  if (publication?.reason && own(body, "reason") === "deactivated") publication.reason = "deactivated";
  const roles = publication?.user && readRoles(own(body, "roles"));
  return roles ? { ...(publication as Publication), rolesChanged: true, roles } : publication;
}

/** Returns what to publish of a session body; `null` where the body is not what the Identity API says. `previous`: the features that are shown. */
export function readInitial(body: unknown, previous?: Features): Publication | null {
  const listed = own(own(body, "user"), "permissions");
  // A copy: what the page handed over stays as it is.
  return publicationOf(readSession(body, previous, isObject(listed) ? { ...listed } : listed));
}

function publicationOf({ says, content, features }: AnswerRecord): Publication | null {
  if (says === false) return { ...UNKNOWN, status: "unauthenticated", reason: "no-session" };
  return says && content && features
    ? { ...UNKNOWN, ...content, content, status: "authenticated", features }
    : null;
}
