// A small deployment: the Identity API of `identity-api.md`, in memory.

import { createAccounts, createFeatures, PASSWORD_CANARY, ROLES, TOKEN_CANARY } from "./accounts.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;
const COMPANY = { id: 9, name: "N", address: "A", city: "C", country: "L", postal_code: "P" };

/** The kind of request by the path of the Identity API. A request to any other path is of the kind "own". */
export const KINDS = {
  "/api/auth/session": "session",
  "/api/auth/login": "login",
  "/api/auth/logout": "logout",
  "/api/auth/permissions": "permissions",
  "/api/roles": "roles",
  "/api/auth/sso/idp/config": "sso",
};

export class Deployment {
  /** The token in the browser's cookie for this deployment, or `null`. */
  cookie = null;
  /** Whether the browser refuses cookies. */
  cookiesRefused = false;
  /** By kind of request, how many of the next ones a proxy refuses. */
  refusals = {};
  /** Whether pages may read `Date`. */
  showsDate = true;
  /** The last answers to session reads, which a service worker or a cache may repeat. */
  answers = [];
  /** How many tokens were issued, one at each sign-in. */
  issued = 0;
  #tokens = new Map();
  #answerCount = 0;
  #dateMs = 0;
  #features = new Map();

  /** `nowMs` is the true time. `strict`: endpoints marked "bearer token" refuse the cookie. */
  constructor({ place, strict, sso, nowMs }) {
    this.origin = `https://${place}.example`;
    this.place = place;
    this.strict = strict;
    this.sso = sso;
    this.nowMs = nowMs;
    this.accounts = createAccounts(place);
    for (const { name } of ROLES) this.changeFeatures(name, 0);
  }

  changeFeatures(role, variant) {
    this.#features.set(role, createFeatures(role, this.place, variant));
  }

  /** Returns the `Date` of the next answer in ms. No two answers have the same. */
  nextDateMs() {
    this.#dateMs = Math.max(this.#dateMs + 1, Math.floor(this.nowMs()));
    return this.#dateMs;
  }

  recordAnswer(answer) {
    this.answers.push(answer);
    if (this.answers.length > 20) this.answers.shift();
  }

  featuresOf(role) {
    return this.#features.get(role);
  }

  /** Returns the features of a role for an answer. In every second answer they are in another order. */
  #featuresInAnswer(role) {
    const { wire, reordered, key } = this.featuresOf(role);
    return { wire: ++this.#answerCount % 2 === 0 ? wire : reordered, key };
  }

  /** Has the browser store the cookie of an answer, or delete it where `setCookie` is `null`. */
  storeCookie(setCookie) {
    if (setCookie !== undefined && !(this.cookiesRefused && setCookie !== null)) this.cookie = setCookie;
  }

  /** Returns a new token for an account, as every kind of sign-in issues one. */
  issue(account) {
    const token = `${TOKEN_CANARY}.${this.place}.${++this.issued}`;
    this.#tokens.set(token, { account, issuedMs: this.nowMs() });
    return token;
  }

  expireAll() {
    this.#tokens.clear();
  }

  accountOf(token) {
    const held = token === null || token === undefined ? undefined : this.#tokens.get(token);
    if (held && this.nowMs() - held.issuedMs >= DAY_MS) this.#tokens.delete(token);
    return held && this.#tokens.has(token) ? held.account : undefined;
  }

  /** Carries out a request. Returns the true answer, the account for which it was carried out, and the token of that account. */
  judge(request) {
    const { kind, cookie, bearer } = request;
    const byBearer = this.accountOf(bearer);
    const caller = byBearer ?? this.accountOf(cookie);
    const needsBearer = kind !== "session" && kind !== "logout" && this.strict;
    const account = kind === "logout" ? this.accountOf(cookie) : needsBearer ? byBearer : caller;
    const token = byBearer && kind !== "logout" ? bearer : cookie;
    const answer = this.answer(request);
    const isRefused = answer.status === 401;
    return { answer, account: isRefused ? null : (account ?? null), token: account ? token : null };
  }

  /** Returns the true answer to a request: status, JSON, `setCookie`, and `meaning`, which the oracle reads. */
  answer({ kind, body, cookie, bearer, path }) {
    const byBearer = this.accountOf(bearer);
    const caller = byBearer ?? this.accountOf(cookie);
    const permitted = this.strict ? byBearer : caller;
    switch (kind) {
      case "session":
        return this.#session(caller);
      case "login":
        return this.#login(JSON.parse(body));
      case "logout":
        this.#tokens.delete(cookie);
        return { status: 200, json: { success: true }, setCookie: null, meaning: { is: "signed-out" } };
      case "permissions":
        return permitted?.active ? this.#permissions(permitted) : refused(401);
      case "roles":
        return permitted?.active
          ? { status: 200, json: { success: true, roles: ROLES }, meaning: { is: "roles" } }
          : refused(401);
      case "sso":
        return {
          status: 200,
          json: { enabled: this.sso, buttonLabel: "Sign in" },
          meaning: { is: "sso", enabled: this.sso },
        };
      default: {
        const status = !permitted?.active ? 401 : path.endsWith("/closed") ? 403 : 200;
        return { status, json: {}, meaning: { is: "response", status } };
      }
    }
  }

  #session(account) {
    if (!account) return { status: 200, json: { authenticated: false }, meaning: { is: "no-session" } };
    if (!account.active) {
      return {
        status: 401,
        json: {},
        setCookie: null,
        meaning: { is: "deactivated", code: "account-deactivated", status: 401 },
      };
    }
    const { wire, key } = this.#featuresInAnswer(account.role);
    const { id, email, name, role, authSource } = account;
    const user = { id, email, name, userType: role, permissions: wire, authSource, token: null };
    return {
      status: 200,
      json: { authenticated: true, user },
      meaning: { is: "identity", account, role, key },
    };
  }

  #login({ email, password }) {
    const account = this.accounts.find((known) => known.email === email);
    if (!account || !password.startsWith(PASSWORD_CANARY)) return refused(401, "invalid-credentials");
    if (!account.active) return refused(403, "account-deactivated");
    const token = this.issue(account);
    const { wire, key } = this.#featuresInAnswer(account.role);
    const { id, name, role } = account;
    const user = { id, email, name, userType: role, permissions: wire, company: COMPANY, token };
    return {
      status: 200,
      json: { success: true, access_token: token, user },
      setCookie: token,
      meaning: { is: "signed-in", account, role, key, token },
    };
  }

  #permissions({ role }) {
    const { wire, key } = this.#featuresInAnswer(role);
    return {
      status: 200,
      json: { success: true, data: { user_type: role, features: wire } },
      meaning: { is: "permissions", role, key },
    };
  }
}

function refused(status, code = "unauthenticated") {
  return { status, json: {}, meaning: { is: "failure", code, status } };
}
