// The features of all contestants, in the form in which the deployment sends them.

/**
 * Returns names of a realistic length.
 *
 * @param {number} count
 */
export const namesOf = (count) => Array.from({ length: count }, (_, number) => `feature-of-area-${number}`);

/**
 * Returns the permissions: two of three features are enabled, and every tenth has a limit.
 *
 * @param {string[]} names
 * @param {Set<string>} turned The names of those that are switched.
 */
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

/**
 * The body of `GET /api/auth/session` (identity-api.md 4.2).
 *
 * @param {object} permissions
 */
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
