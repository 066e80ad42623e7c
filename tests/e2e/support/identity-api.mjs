import { credentialsOf } from "./accounts.mjs";

const REQUEST_MS = 5_000;

/** The paths of the deployment that the tests name. */
export const SESSION = "/api/auth/session";
export const LOGIN = "/api/auth/login";
export const LOGOUT = "/api/auth/logout";
export const PERMISSIONS = "/api/auth/permissions";
export const SSO_CONFIG = "/api/auth/sso/idp/config";
export const ROLES = "/api/roles";
export const AGENTS = "/agent-hub-api/api/agent/list";

/**
 * Returns what the deployment itself says of an account, asked without a browser: the user as its sign-in names it (`login`), the user as
 * its session read does (`session`), and that user's `features`. Pages are judged by these, so no test repeats the deployment's tables.
 */
export async function accountOnTheWire(deployment, name) {
  const signedIn = await json(
    fetch(deployment.origin + LOGIN, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credentialsOf(name)),
      signal: AbortSignal.timeout(REQUEST_MS),
    }),
  );
  const session = await json(
    fetch(deployment.origin + SESSION, {
      headers: { authorization: `Bearer ${signedIn.access_token}` },
      signal: AbortSignal.timeout(REQUEST_MS),
    }),
  );
  // Tests find in the log the requests of their pages alone.
  await deployment.control.clearLog();
  return { login: signedIn.user, session: session.user, features: session.user.permissions };
}

async function json(request) {
  const answer = await request;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  return answer.json();
}

/** Returns a well-formed body of the session read with these features, for `answering`. */
export function sessionBody(features, user = {}) {
  return {
    authenticated: true,
    user: {
      id: 7,
      email: "ada@example.com",
      name: "Ada Lovelace",
      userType: "default",
      authSource: "local",
      token: null,
      permissions: features,
      ...user,
    },
  };
}

/** Returns a fault rule that answers with this body once (or `times`); a string goes out as it is, anything else as JSON. */
export function answering(method, path, body, { status = 200, times = 1, headers = {} } = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    method,
    path,
    times,
    status,
    headers: { "content-type": "application/json", ...headers },
    body: text,
  };
}
