// The answers of the Identity API, read as the package reads them: in a page, the engine does (`src/api`), with these very decoders below it.

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

/** The alphabet of bearer tokens (RFC 6750, section 2.1): no other token is sent. */
const BEARER = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Who is signed in; `null`: no user is. `undefined`: the body is not what the Identity API says (4.2). */
export function readSession(body: unknown): { user: User; features: FeatureMap } | null | undefined {
  const read = readInitial(body);
  if (!read) return undefined;
  return read.user && { user: read.user, features: read.features };
}

/** `identity-api.md` 4.1. `canBeSent`: the package keeps the token. */
export function readLogin(body: unknown): { token: string; canBeSent: boolean; user: User } | undefined {
  const token = own(body, "access_token");
  const user = own(body, "user");
  const read = readUser(user);
  if (own(body, "success") !== true || typeof token !== "string" || !read) return undefined;
  return readMap(own(user, "permissions")) && { token, canBeSent: BEARER.test(token), user: read };
}

/** `identity-api.md` 4.3. */
export function readPermissions(body: unknown): FeatureMap | undefined {
  const data = own(body, "data");
  if (own(body, "success") !== true || !isText(own(data, "user_type"))) return undefined;
  return readMap(own(data, "features"));
}

/** `identity-api.md` 4.7. */
export function readCatalogue(body: unknown): Role[] | undefined {
  return (own(body, "success") === true && readRoles(own(body, "roles"))) || undefined;
}

/** `identity-api.md` 4.5: without a button there may be no label. */
export function readSsoConfig(body: unknown): { enabled: boolean; label: string } | undefined {
  const enabled = ownBoolean(body, "enabled");
  const label = own(body, "buttonLabel");
  if (enabled === undefined || (enabled && !isText(label))) return undefined;
  return { enabled, label: isText(label) ? label : "" };
}

/** `identity-api.md` 4.4. */
export const isSignedOut = (body: unknown) => own(body, "success") === true;

/** The reader takes the object that it is given for the map. */
const readMap = (sent: unknown) => readFeatures(isObject(sent) ? { ...sent } : sent) ?? undefined;
