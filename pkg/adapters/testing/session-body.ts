// Makes the JSON body of `GET /api/auth/session` from the user and the features that a test gives.

import type { FeaturePermission, User } from "platform-session";
import type { TestFeatures, TestUser } from "./index.js";
import { refuseOptions, refuseUnknown } from "./known-members.js";

/** The user of a test that names none, and the members that a test leaves out. */
const SOME_USER: User = {
  id: 1,
  email: "user@example.com",
  name: "Test User",
  userType: "default",
  authSource: "local",
  company: null,
};

const COMPANY = ["id", "name", "address", "city", "country", "postalCode"];

/** Returns a complete user: members that are left out are as in `before`. Throws a `TypeError` for a user that no deployment could send. */
export function completeUser(given: TestUser = {}, before = SOME_USER): User {
  if (!isObject(given)) throw new TypeError("user must be an object");
  refuseUnknown("user", given, Object.keys(SOME_USER));
  const user: User = { ...before, ...defined(given) };
  const texts = ["email", "name", "userType"] as const;
  if (!Number.isSafeInteger(user.id)) throw new TypeError("user.id must be an integer");
  for (const name of texts)
    if (typeof user[name] !== "string") throw new TypeError(`user.${name} must be a text`);
  if (user.authSource !== null && typeof user.authSource !== "string")
    throw new TypeError("user.authSource must be a text or null");
  if (user.company !== null && !isObject(user.company))
    throw new TypeError("user.company must be an object or null");
  if (user.company) refuseUnknown("user.company", user.company, COMPANY);
  return user;
}

/** Permissions, by the names of the features. */
export type Permissions = Record<string, FeaturePermission>;

/** Returns the permissions that the deployment would send, from a list of names or from a map of names to booleans or permissions. */
export function permissionsOf(features: TestFeatures = []): Permissions {
  if (!Array.isArray(features) && !isObject(features))
    throw new TypeError("features must be a list of names, or an object");
  const entries = Array.isArray(features)
    ? features.map((name): [string, unknown] => [name, true])
    : Object.entries<unknown>(features);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (typeof name !== "string" || name === "") throw new TypeError("a feature must be a name");
      const permission: { enabled?: unknown; limit?: unknown } =
        typeof value === "object" && value ? value : { enabled: value };
      refuseUnknown(`features["${name}"]`, permission, ["enabled", "limit"]);
      const { enabled, limit = null } = permission;
      if (typeof enabled !== "boolean") throw new TypeError(`the feature ${name} must be true or false`);
      return [name, { enabled, limit }];
    }),
  );
}

export function sessionBody({
  user,
  features,
  ...others
}: {
  user?: TestUser | null | undefined;
  features?: TestFeatures | undefined;
} = {}): unknown {
  refuseOptions("a session body", others, ["user", "features"]);
  return namesUser(user, features)
    ? bodyOf(completeUser(user ?? undefined), permissionsOf(features))
    : { authenticated: false };
}

/** Whether a test's options mean a signed-in user: if a user or features are given, and the user is not `null`. */
export const namesUser = (user: unknown, features: unknown) =>
  user !== null && (user !== undefined || features !== undefined);

/** Returns the session body of a user, without the company, which the deployment sends only with the answer to a sign-in. */
export function bodyOf({ company: _, ...user }: User, permissions: Permissions) {
  return { authenticated: true, user: { ...user, permissions, token: null } };
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const defined = (given: TestUser): Partial<User> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
