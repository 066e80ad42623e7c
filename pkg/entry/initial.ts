// Reads what is shown before the WebAssembly has loaded: `initial`, a session body that a server read for this page; then the answer to
// the first read. Like `src/api/session.rs`, this file accepts only a well-formed session, and the engine judges the same answer later.

import type { Answer } from "./answer.js";
import { SESSION_BODY } from "./boundary.js";
import type { Features } from "./features.js";
import { isObject, own } from "./json-value.js";
import type { Publication } from "./publisher.js";
import { type AnswerRecord, readRoles, readSession, recordOf } from "./record.js";
import { UNKNOWN } from "./snapshot.js";

/** The `initial` with which a server tells the page that the account was deactivated. The Identity API tells that by 401 (4.2). */
const DEACTIVATED = { authenticated: false, reason: "deactivated" };

/**
 * Returns what to publish of an answer before an engine judges it; `null` if nothing of the answer may be shown. `previous`: the features
 * that are shown.
 */
export function readFirstAnswer(answer: Answer, previous: Features): Publication | null {
  const { status } = answer.response;
  // A 401 means that the account was deactivated, whatever the body says.
  if (status === 401) return readHandedOver(DEACTIVATED);
  return status === 200 ? publicationOf(recordOf(answer, SESSION_BODY, previous) as AnswerRecord) : null;
}

/**
 * Returns what to publish of `initial`: a session body, which may also say that the account is deactivated, and have the role catalogue
 * beside the user.
 */
export function readHandedOver(body: unknown): Publication | null {
  const publication = readInitial(body);
  if (publication?.reason && own(body, "reason") === "deactivated") publication.reason = "deactivated";
  const roles = publication?.user && readRoles(own(body, "roles"));
  return roles ? { ...(publication as Publication), rolesChanged: true, roles } : publication;
}

/** Returns what to publish of a session body; `null` if the body is malformed. `previous`: the features that are shown. */
export function readInitial(body: unknown, previous?: Features): Publication | null {
  const listed = own(own(body, "user"), "permissions");
  // A copy, because reading features changes the object, and this one is the caller's.
  return publicationOf(readSession(body, previous, isObject(listed) ? { ...listed } : listed));
}

function publicationOf({ says, content, features }: AnswerRecord): Publication | null {
  if (says === false) return { ...UNKNOWN, status: "unauthenticated", reason: "no-session" };
  return says && content && features
    ? { ...UNKNOWN, ...content, content, status: "authenticated", features }
    : null;
}
