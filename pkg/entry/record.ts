// Reads the body of an answer once: the facts that the engine decides on, and the values that the page is shown. A malformed value is left
// out.

import type { Company, Role, SingleSignOn, User } from "../index.js";
import type { Answer } from "./answer.js";
import {
  PERMISSIONS_BODY,
  ROLES_BODY,
  SESSION_BODY,
  SIGN_IN_BODY,
  SIGN_OUT_BODY,
  SSO_CONFIG_BODY,
} from "./boundary.js";
import { type Features, readFeatures } from "./features.js";
import { isText, own, ownBoolean, ownText, parse } from "./json-value.js";
import type { Content } from "./snapshot.js";
import { warnOnce } from "./warn-once.js";

/** The values of a body that the page or the engine uses. */
export interface AnswerRecord {
  __proto__?: null;
  /** The body's own flag: `authenticated`, `success` or `enabled`. */
  says: boolean | undefined;
  content?: Content | null | undefined;
  /** The name of the user's role, in a body without the user. */
  role?: string | undefined;
  features?: Features | null;
  company?: Company | null;
  roles?: Role[] | null;
  config?: Awaited<ReturnType<SingleSignOn["config"]>>;
  /** The value that the body has as its token, of any type. Passed to the engine alone, and not kept. */
  token?: unknown;
}

/**
 * Returns what the body of an answer says; `undefined` for a body that is left to the page. `body`: the number of its kind (`Body`,
 * `src/api/facts.rs`). `previous`: the features that are shown. The body is parsed once, and the result inherits nothing.
 */
export function recordOf(answer: Answer, body: number, previous?: Features): AnswerRecord | undefined {
  const read = READERS[body];
  if (read) answer.record ??= { __proto__: null, ...read(parse(answer.text), previous) };
  return answer.record;
}

/**
 * Reads a session body (`identity-api.md` 4.2). `tests/cases/session-bodies.json` tests this function and the engine alike. `listed`: an
 * object with the body's features, which becomes their map; by default the body's own.
 */
export function readSession(body: unknown, previous?: Features, listed?: unknown): AnswerRecord {
  return {
    says: ownBoolean(body, "authenticated"),
    // No token is expected here.
    token: own(body, "access_token") || own(own(body, "user"), "token"),
    ...readUserAndFeatures(body, previous, listed),
  };
}

/** Whether the deployment confirms a sign-out, while no engine runs. The rule is that of `src/api/logout.rs`. */
export const confirmsSignOut = (answer: Answer) =>
  answer.response.status === 200 && recordOf(answer, SIGN_OUT_BODY)?.says === true;

const readSuccess = (body: unknown): AnswerRecord => ({ says: ownBoolean(body, "success") });

/** The function that reads each kind of body, by the kind's number (`Body`). */
const READERS: Record<number, (body: unknown, previous?: Features) => AnswerRecord> = {
  [SESSION_BODY]: readSession,
  [SIGN_IN_BODY]: (body, previous) => ({
    ...readSuccess(body),
    token: own(body, "access_token"),
    company: readCompany(own(own(body, "user"), "company")),
    ...readUserAndFeatures(body, previous),
  }),
  [SIGN_OUT_BODY]: readSuccess,
  [PERMISSIONS_BODY](body, previous) {
    const data = own(body, "data");
    const features = readFeatures(own(data, "features"), previous);
    return { ...readSuccess(body), role: ownText(data, "user_type"), features };
  },
  [ROLES_BODY]: (body) => ({ ...readSuccess(body), roles: readRoles(own(body, "roles")) }),
  [SSO_CONFIG_BODY](body) {
    const enabled = ownBoolean(body, "enabled");
    const label = ownText(body, "buttonLabel");
    // Without single sign-on there is no button, and its label may be missing.
    const says = enabled && label === undefined ? undefined : enabled;
    return { says, config: Object.freeze({ enabled: says === true, buttonLabel: label ?? "" }) };
  },
};

function readUserAndFeatures(body: unknown, previous?: Features, listed?: unknown) {
  const sent = own(body, "user");
  const user = readUser(sent);
  return { content: user && { user }, features: readFeatures(listed ?? own(sent, "permissions"), previous) };
}

export function readUser(sent: unknown): User | null {
  const [id, email, name, userType, authSource] = ownOf(sent, [
    "id",
    "email",
    "name",
    "userType",
    "authSource",
  ]);
  // JavaScript rounds such an id, so that two users could have the same.
  if (Number.isInteger(id) && !Number.isSafeInteger(id))
    warnOnce("a user's id above 2^53 makes an answer invalid");
  if (!Number.isSafeInteger(id) || ![email, name, userType].every(isText)) return null;
  // Only a sign-in's body has the company (`readCompany`).
  return {
    id,
    email,
    name,
    userType,
    authSource: isText(authSource) ? authSource : null,
    company: null,
  } as User;
}

function readCompany(sent: unknown): Company | null {
  const [id, ...texts] = ownOf(sent, ["id", "name", "address", "city", "country", "postal_code"]);
  if (!Number.isSafeInteger(id) || !texts.every(isText)) return null;
  const [name, address, city, country, postalCode] = texts;
  return { id, name, address, city, country, postalCode } as Company;
}

/** Reads the role catalogue. One malformed role makes it `null`: without that role, others would be compared wrongly. */
export function readRoles(sent: unknown): Role[] | null {
  if (!Array.isArray(sent)) return null;
  const roles = sent.map((role) => {
    const [name, rank, label, description] = ownOf(role, ["name", "rank", "label", "description"]);
    return { name, rank, label, description };
  });
  const isComplete = ({ rank, ...texts }: Record<string, unknown>) =>
    Number.isSafeInteger(rank) && Object.values(texts).every(isText);
  return roles.every(isComplete) ? (roles as Role[]) : null;
}

const ownOf = (value: unknown, names: string[]) => names.map((name) => own(value, name));
