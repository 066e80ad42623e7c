// Decodes the answers of the Identity API by the rules of the package. In a page the engine does that (`src/api`), with the same decoders of
// `pkg/entry`.

import {
  LOGIN_PATH,
  LOGOUT_PATH,
  PERMISSIONS_PATH,
  ROLES_PATH,
  SESSION_PATH,
  SSO_CONFIG_PATH,
  SSO_LOGIN_PATH,
} from "../entry/boundary.js";
import { readFeatures } from "../entry/features.js";
import { readInitial } from "../entry/initial.js";
import { isObject, isText, own, ownBoolean } from "../entry/json-value.js";
import { readRoles, readUser } from "../entry/record.js";
import type { FeatureMap, Role, User } from "../index.js";

export const PATHS = {
  login: LOGIN_PATH,
  session: SESSION_PATH,
  permissions: PERMISSIONS_PATH,
  logout: LOGOUT_PATH,
  ssoConfig: SSO_CONFIG_PATH,
  ssoLogin: SSO_LOGIN_PATH,
  roles: ROLES_PATH,
} as const;

/** Matches a token with the alphabet of bearer tokens (RFC 6750, section 2.1). No other token can be sent. */
const BEARER = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Decodes a session body; `null`: no user is signed in; `undefined`: the body is not as `identity-api.md` 4.2 says. */
export function readSession(body: unknown): { user: User; features: FeatureMap } | null | undefined {
  const session = readInitial(body);
  if (!session) return undefined;
  return session.user && { user: session.user, features: session.features };
}

/** Decodes the answer to a sign-in (`identity-api.md` 4.1). `canBeSent`: a header can carry the token, so the package keeps it. */
export function readLogin(body: unknown): { token: string; canBeSent: boolean; user: User } | undefined {
  const token = own(body, "access_token");
  const userBody = own(body, "user");
  const user = readUser(userBody);
  if (own(body, "success") !== true || typeof token !== "string" || !user) return undefined;
  return readMap(own(userBody, "permissions")) && { token, canBeSent: BEARER.test(token), user };
}

/** Decodes the answer with the permissions (`identity-api.md` 4.3). */
export function readPermissions(body: unknown): FeatureMap | undefined {
  const data = own(body, "data");
  if (own(body, "success") !== true || !isText(own(data, "user_type"))) return undefined;
  return readMap(own(data, "features"));
}

/** Decodes the role catalogue (`identity-api.md` 4.7). */
export function readCatalogue(body: unknown): Role[] | undefined {
  return (own(body, "success") === true && readRoles(own(body, "roles"))) || undefined;
}

/** Decodes the configuration of single sign-on (`identity-api.md` 4.5). Where it is off, a label may be missing. */
export function readSsoConfig(body: unknown): { enabled: boolean; label: string } | undefined {
  const enabled = ownBoolean(body, "enabled");
  const label = own(body, "buttonLabel");
  if (enabled === undefined || (enabled && !isText(label))) return undefined;
  return { enabled, label: isText(label) ? label : "" };
}

/** Whether the body confirms a sign-out (`identity-api.md` 4.4). */
export const isSignedOut = (body: unknown) => own(body, "success") === true;

/** Decodes a map of features. A copy is passed, because `readFeatures` makes its argument the map. */
const readMap = (sent: unknown) => readFeatures(isObject(sent) ? { ...sent } : sent) ?? undefined;
