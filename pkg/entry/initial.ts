// What is shown before the WebAssembly is there: `initial`, a session body that a server read for this page, or the
// answer to the first read. A decision taken outside Rust: it takes nothing but a well-formed session, is tested with the
// same cases as `src/api/session.rs`, and the engine confirms it.

import type { Role, User } from "../index.js";
import type { Answer } from "./answer.js";
import { type Features, readFeatures } from "./features.js";
import { isObject, isText, own, parse } from "./json-value.js";
import type { Publication } from "./publisher.js";
import { NO_FEATURES, UNKNOWN } from "./snapshot.js";
import { warnOnce } from "./warn-once.js";

/** How a server tells the page that the account was deactivated. The Identity API says so by 401 (4.2). */
const DEACTIVATED = { authenticated: false, reason: "deactivated" };

/**
 * What to publish of an answer before an engine has read it; `null` where it says nothing that may be shown. Its body is parsed, and
 * kept for the engine. `previous`: the features that are shown.
 */
export function readFirstAnswer(answer: Answer, previous?: Features): Publication | null {
  const { status } = answer.response;
  // The account was deactivated, whatever the body says.
  if (status === 401) return readHandedOver(DEACTIVATED);
  // An answer that was too large has no `text` of its own, and the page may have added one to `Object.prototype`.
  answer.body = parse(own(answer, "text") as Answer["text"]);
  return status === 200 ? readInitial(answer.body, previous) : null;
}

/**
 * What a server read for this page: a session body, which may also say that the account is deactivated, and have the role
 * catalogue beside the user.
 */
export function readHandedOver(body: unknown): Publication | null {
  const publication = readInitial(body);
  if (publication?.reason && own(body, "reason") === "deactivated") publication.reason = "deactivated";
  const roles = publication?.user && readRoles(own(body, "roles"));
  return roles ? { ...(publication as Publication), rolesChanged: true, roles } : publication;
}

/** What to publish at once; `null` where the body is not what the Identity API says. */
export function readInitial(body: unknown, previous = NO_FEATURES): Publication | null {
  const authenticated = own(body, "authenticated");
  if (authenticated === false) {
    return { ...UNKNOWN, status: "unauthenticated", reason: "no-session" };
  }
  if (authenticated !== true) return null;
  const sent = own(body, "user");
  const user = readUser(sent);
  const listed = own(sent, "permissions");
  // A copy: what the page handed over stays as it is.
  const features = readFeatures(isObject(listed) ? { ...listed } : listed, previous);
  return user && features && { ...UNKNOWN, status: "authenticated", user, features };
}

export function readUser(sent: unknown): User | null {
  const [id, email, name, userType, authSource] = ownOf(sent, [
    "id",
    "email",
    "name",
    "userType",
    "authSource",
  ]);
  // JavaScript rounds it, so that two users could have the same.
  if (Number.isInteger(id) && !Number.isSafeInteger(id))
    warnOnce("a user's id above 2^53 makes an answer invalid");
  if (!Number.isSafeInteger(id) || ![email, name, userType].every(isText)) return null;
  // The company is told at sign-in only.
  return {
    id,
    email,
    name,
    userType,
    authSource: isText(authSource) ? authSource : null,
    company: null,
  } as User;
}

/** One malformed entry makes the whole catalogue unusable: with holes it would compare roles wrongly. */
export function readRoles(sent: unknown): Role[] | null {
  if (!Array.isArray(sent)) return null;
  const roles = sent.map((role) => {
    const [name, rank, label, description] = ownOf(role, ["name", "rank", "label", "description"]);
    return { name, rank, label, description };
  });
  const isWhole = ({ rank, ...texts }: Record<string, unknown>) =>
    Number.isSafeInteger(rank) && Object.values(texts).every(isText);
  return roles.every(isWhole) ? (roles as Role[]) : null;
}

const ownOf = (value: unknown, names: string[]) => names.map((name) => own(value, name));
