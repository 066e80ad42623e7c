// The features of all contestants, in the form in which the deployment sends them.

/** Returns names of a realistic length. */
export const namesOf = (count) => Array.from({ length: count }, (_, number) => `feature-of-area-${number}`);

/** Returns the permissions: two of three features are enabled, and every tenth has a limit. `turned`: the names of those that are switched. */
export const permissionsOf = (names, turned = new Set()) =>
  Object.fromEntries(
    names.map((name, number) => [
      name,
      {
        enabled: (number % 3 !== 1) !== turned.has(name),
        limit: number % 10 === 0 ? { perDay: 200 } : null,
      },
    ]),
  );

/** The body of `GET /api/auth/session` (identity-api.md 4.2). */
export const sessionBody = (permissions) =>
  JSON.stringify({
    authenticated: true,
    user: {
      id: 1042,
      email: "ada@example.com",
      name: "Ada Lovelace",
      userType: "expert",
      permissions,
      authSource: "local",
      token: null,
    },
  });
