// The package with a defect planted in what it shows and tells: small ones, a rule each.

import { broken, shows } from "./wrap.mjs";

/** Makes a package with changed snapshots, where a user is shown. */
const showsOf = (rule, change) => shows(rule, (now) => (now.user ? { ...now, ...change(now) } : now));

/** Makes a package that does something beside, at each event of this type. */
const also = (rule, type, act) =>
  broken(rule, (session, options) => {
    session.addEventListener(type, (event) => act(session, options, event));
  });

const nextOf = (listener) => (typeof listener === "function" ? listener : (word) => listener.next?.(word));
const frozen = (user) => Object.freeze(user);
const MADE_UP = frozen({ id: 1, email: "", name: "", userType: "default", authSource: null, company: null });

/** The defects: each makes of a session one that errs in one way, as those of `promises.mjs` do. */
export const OUTPUT_BROKEN = {
  "shows a user before an answer has named one": shows("granted", (now) =>
    now.status === "unknown" && !now.error ? { ...now, status: "authenticated", user: MADE_UP } : now,
  ),
  "shows one user's name with another's number": showsOf("one identity", ({ user }) => ({
    user: frozen({ ...user, name: "Eve" }),
  })),
  "forgets the features when a read fails": showsOf("failure keeps", ({ stale, features }) => ({
    features: stale ? Object.freeze(Object.create(null)) : features,
  })),
  "says stale at all times": showsOf("stale", () => ({ stale: true })),
  "says that a sign-out is pending at all times": showsOf("pending", () => ({ signOutPending: true })),
  "counts more than 24 hours": showsOf("expires", ({ expiresAt }) => ({
    expiresAt: expiresAt && expiresAt + 1,
  })),
  "gives a reason while a user is signed in": showsOf("reason", () => ({ reason: "ended" })),
  "shows a map that inherits": showsOf("features", ({ features }) => ({
    features: Object.freeze({ ...features }),
  })),
  "shows a user and says that the status is unknown": showsOf("status", () => ({ status: "unknown" })),
  "rejects with an error of no type": broken("error", (session) => ({
    refresh: (options) =>
      session.refresh(options).catch(() => {
        throw new Error("it failed");
      }),
  })),
  "keeps the password in an error": broken("secret", (session) => ({
    login: (credentials, options) =>
      session.login(credentials, options).catch((error) => {
        throw Object.assign(Object.create(error), { password: credentials.password });
      }),
  })),
  "says of every sign-out that it was told": broken("outcome", (session) => ({
    logout: () => session.logout().catch(() => {}),
  })),
  "throws where it should reject": broken("threw", () => ({
    roles() {
      throw new Error("not now");
    },
  })),
  "ranks every role above every other": broken("at least", () => ({ atLeast: () => true })),
  "leads anywhere": broken("return url", (session) => ({
    sso: { ...session.sso, url: () => "https://elsewhere.example/" },
  })),
  "tells its listeners later": broken("told late", (session) => ({
    subscribe: (listener) => session.subscribe((value) => Promise.resolve(value).then(nextOf(listener))),
  })),
  "tells its listeners once": broken("not told", (session) => ({
    subscribe(listener) {
      let told = false;
      return session.subscribe((value) => {
        if (!told) nextOf(listener)(value);
        told = true;
      });
    },
  })),
  "goes on telling a listener that has unsubscribed": broken("unsubscribed", (session) => ({
    subscribe(listener) {
      session.subscribe(listener);
      return Object.assign(() => {}, { unsubscribe() {} });
    },
  })),
  "tells of features that were never there": also("changes", "signed-in", (session) => {
    const change = Object.freeze({
      feature: "chat-history",
      previous: frozen({ enabled: 1 }),
      current: undefined,
    });
    const detail = Object.freeze({ changes: Object.freeze([change]) });
    session.dispatchEvent(new CustomEvent("permissions-changed", { detail }));
  }),
  "tells of a sign-in without a user": also("event", "signed-out", (session) => {
    session.dispatchEvent(new CustomEvent("signed-in", { detail: Object.freeze({ user: null }) }));
  }),
  "asks by POST": also("method", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/roles`, { method: "POST" }).catch(() => {});
  }),
  "lets a read outlive its page": also("keepalive", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/auth/session`, { keepalive: true }).catch(() => {});
  }),
  "signs out the user that has just signed in": also("unasked", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/auth/logout`, { method: "POST" }).catch(() => {});
  }),
  "sends a request that no call made": also("own request", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/agent-hub-api/api/agent/own`).catch(() => {});
  }),
};
