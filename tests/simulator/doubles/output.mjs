// Defects in what the package shows, returns and sends: a small one for each rule of the oracle.

import { broken, shows } from "./wrap.mjs";

/** Describes a defect that changes snapshots with a user. */
const showsUser = (rule, change) => shows(rule, (now) => (now.user ? { ...now, ...change(now) } : now));

/** Describes a defect that calls `act` at each event of this type. */
const onEvent = (rule, type, act) =>
  broken(rule, (session, options) => {
    session.addEventListener(type, (event) => act(session, options, event));
  });

const nextOf = (listener) => (typeof listener === "function" ? listener : (word) => listener.next?.(word));
const frozen = (user) => Object.freeze(user);
/** A user that no answer has named. */
const INVENTED_USER = frozen({
  id: 1,
  email: "",
  name: "",
  userType: "default",
  authSource: null,
  company: null,
});

/** The defects, by what the defective package does (the title of the test). */
export const OUTPUT_BROKEN = {
  "shows a user before an answer has named one": shows("granted", (now) =>
    now.status === "unknown" && !now.error ? { ...now, status: "authenticated", user: INVENTED_USER } : now,
  ),
  "shows the id of one user with the name of another": showsUser("one identity", ({ user }) => ({
    user: frozen({ ...user, name: "Eve" }),
  })),
  "forgets the features when a read fails": showsUser("failure keeps", ({ stale, features }) => ({
    features: stale ? Object.freeze(Object.create(null)) : features,
  })),
  "is stale at all times": showsUser("stale", () => ({ stale: true })),
  "has signOutPending at all times": showsUser("pending", () => ({ signOutPending: true })),
  "states an end later than 24 hours": showsUser("expires", ({ expiresAt }) => ({
    expiresAt: expiresAt && expiresAt + 1,
  })),
  "gives a reason while a user is signed in": showsUser("reason", () => ({ reason: "ended" })),
  "shows features with a prototype": showsUser("features", ({ features }) => ({
    features: Object.freeze({ ...features }),
  })),
  "shows a user with status unknown": showsUser("status", () => ({ status: "unknown" })),
  "rejects with an error that is no SessionError": broken("error", (session) => ({
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
  "resolves every sign-out": broken("outcome", (session) => ({
    logout: () => session.logout().catch(() => {}),
  })),
  "throws where it should reject": broken("threw", () => ({
    roles() {
      throw new Error("not now");
    },
  })),
  "ranks every role above every other": broken("at least", () => ({ atLeast: () => true })),
  "returns a sign-on URL of another site": broken("return url", (session) => ({
    sso: { ...session.sso, url: () => "https://elsewhere.example/" },
  })),
  "calls its listeners too late": broken("told late", (session) => ({
    subscribe: (listener) => session.subscribe((value) => Promise.resolve(value).then(nextOf(listener))),
  })),
  "calls its listeners only once": broken("not told", (session) => ({
    subscribe(listener) {
      let isCalled = false;
      return session.subscribe((value) => {
        if (!isCalled) nextOf(listener)(value);
        isCalled = true;
      });
    },
  })),
  "calls a listener that has unsubscribed": broken("unsubscribed", (session) => ({
    subscribe(listener) {
      session.subscribe(listener);
      return Object.assign(() => {}, { unsubscribe() {} });
    },
  })),
  "fires permissions-changed for features that were never there": onEvent(
    "changes",
    "signed-in",
    (session) => {
      const change = Object.freeze({
        feature: "chat-history",
        previous: frozen({ enabled: 1 }),
        current: undefined,
      });
      const detail = Object.freeze({ changes: Object.freeze([change]) });
      session.dispatchEvent(new CustomEvent("permissions-changed", { detail }));
    },
  ),
  "fires signed-in without a user": onEvent("event", "signed-out", (session) => {
    session.dispatchEvent(new CustomEvent("signed-in", { detail: Object.freeze({ user: null }) }));
  }),
  "reads the roles by POST": onEvent("method", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/roles`, { method: "POST" }).catch(() => {});
  }),
  "lets a read outlive its page": onEvent("keepalive", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/auth/session`, { keepalive: true }).catch(() => {});
  }),
  "signs out the user that has just signed in": onEvent("unasked", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/auth/logout`, { method: "POST" }).catch(() => {});
  }),
  "sends a request that no call made": onEvent("own request", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/agent-hub-api/api/agent/own`).catch(() => {});
  }),
};
