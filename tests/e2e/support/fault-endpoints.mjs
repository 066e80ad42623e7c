import { AGENTS, LOGIN, LOGOUT, PERMISSIONS, ROLES, SESSION, SSO_CONFIG } from "./identity-api.mjs";

/** Features that no account of the deployment has: they are shown where a forged answer was taken. */
const FORGED = { "chat-history": { enabled: true, limit: null }, forged: { enabled: true, limit: { n: 1 } } };

/** Returns the entries of a map of features, in order, as the driver in the page reports them. */
export const entriesOf = (features) =>
  Object.entries(features)
    .map(([name, { enabled, limit }]) => [name, enabled, JSON.stringify(limit)])
    .sort();

const user = {
  id: 99,
  email: "forged@example.com",
  name: "Forged",
  userType: "default",
  authSource: "local",
  token: null,
  permissions: FORGED,
};

/**
 * The endpoints that the package asks: where each is, and an answer that is well-formed and true of no user, which
 * faults are made of.
 */
export const ENDPOINTS = {
  session: { method: "GET", path: SESSION, good: { authenticated: true, user } },
  login: {
    method: "POST",
    path: LOGIN,
    good: { success: true, access_token: "forged-token", user: { ...user, token: "forged-token" } },
  },
  logout: { method: "POST", path: LOGOUT, good: { success: true } },
  permissions: {
    method: "GET",
    path: PERMISSIONS,
    good: { success: true, data: { user_type: "default", features: FORGED } },
  },
  roles: {
    method: "GET",
    path: ROLES,
    good: { success: true, roles: [{ name: "default", rank: 1, label: "Forged", description: "" }] },
  },
  config: { method: "GET", path: SSO_CONFIG, good: { enabled: true, buttonLabel: "Forged" } },
  /** A request of the page's own, by `session.fetch`: no endpoint of the Identity API. */
  fetch: { method: "GET", path: AGENTS, good: { success: true, agents: [] } },
};

/** How often a rule holds where a browser may repeat a request by itself, after a lost connection or one of these statuses. */
const MANY_TIMES = 50;
const REPEATED_STATUSES = [408, 421];

/** Returns the rule of a fault row for this endpoint; where the row brings no body, the well-formed one is sent. */
export function ruleFor(endpoint, row) {
  const { method, path, good } = ENDPOINTS[endpoint];
  const own = typeof row.rule === "function" ? row.rule(JSON.stringify(good)) : row.rule;
  const hasBody = ["body", "body_base64", "body_repeat"].some((name) => name in own);
  const times = own.drop || REPEATED_STATUSES.includes(own.status) ? MANY_TIMES : 1;
  // The package bypasses caches. The page's own request does not: a cached answer (a 410 is cached) would answer the next row, too.
  const headers = { ...(endpoint === "fetch" && { "cache-control": "no-store" }), ...own.headers };
  return { method, path, times, ...(hasBody ? {} : { body: JSON.stringify(good) }), ...own, headers };
}

/** Returns a rule that lets one request pass. */
export const passing = (endpoint) => {
  const { method, path } = ENDPOINTS[endpoint];
  return { method, path, times: 1 };
};

/** Returns the failure in which a row must end at this endpoint, as the page reports it; `null` where its answer is taken. */
export function failureOf(endpoint, row) {
  const expected = row[endpoint] ?? row.fails;
  if (expected === undefined) return null;
  const [code, status = null, retryAfterMs = null] = expected;
  return { name: "SessionError", code, status, retryable: RETRYABLE.has(code), retryAfterMs };
}

/** The codes that are retryable: `SessionErrorCode` in pkg/index.d.ts. */
const RETRYABLE = new Set(["network", "timeout", "rate-limited", "server-error", "invalid-response"]);
