// The package with a defect planted in what it shows and tells: small ones, a rule each.

import { memoised } from "./wrap.mjs";

/** A package whose snapshots are changed, where somebody is shown. */
const shows = (rule, change) => ({
  caught: [rule],
  plant: (session) => ({
    snapshot: memoised(
      () => session.snapshot,
      (now) => (now.user ? { ...now, ...change(now) } : now),
    ),
  }),
});

/** A package whose calls are others. */
const answers = (rule, calls) => ({ caught: [rule], plant: (session, options) => calls(session, options) });

/** A package that does something beside, at each event of this type. */
const also = (rule, type, act) => ({
  caught: [rule],
  plant(session, options) {
    session.addEventListener(type, (event) => act(session, options, event));
    return {};
  },
});

/** A package that reads every seven seconds. */
const readsOften = (rule) => ({
  caught: [rule],
  plant(_session, { baseUrl }) {
    const read = () => {
      fetch(`${baseUrl}/api/auth/session`).catch(() => {});
      setTimeout(read, 7_000);
    };
    setTimeout(read, 7_000);
    return {};
  },
});

const nextOf = (listener) => (typeof listener === "function" ? listener : (word) => listener.next?.(word));
const frozen = (user) => Object.freeze(user);

/** As in `promises.mjs`. */
export const FACE_BROKEN = {
  "shows somebody before anybody was named": {
    caught: ["granted"],
    plant(session) {
      const user = Object.freeze({
        id: 1,
        email: "",
        name: "",
        userType: "default",
        authSource: null,
        company: null,
      });
      return {
        snapshot: memoised(
          () => session.snapshot,
          (now) => (now.status === "unknown" && !now.error ? { ...now, status: "authenticated", user } : now),
        ),
      };
    },
  },
  "shows one user's name with another's number": shows("one identity", ({ user }) => ({
    user: frozen({ ...user, name: "Eve" }),
  })),
  "forgets the features when a read fails": shows("failure keeps", ({ stale, features }) => ({
    features: stale ? Object.freeze(Object.create(null)) : features,
  })),
  "says stale at all times": shows("stale", () => ({ stale: true })),
  "says that a sign-out is pending at all times": shows("pending", () => ({ signOutPending: true })),
  "counts more than 24 hours": shows("expires", ({ expiresAt }) => ({
    expiresAt: expiresAt && expiresAt + 1,
  })),
  "gives a reason to those who are signed in": shows("reason", () => ({ reason: "ended" })),
  "shows a map that inherits": shows("features", ({ features }) => ({
    features: Object.freeze({ ...features }),
  })),
  "shows somebody and says that nobody is known": shows("status", () => ({ status: "unknown" })),
  "rejects with an error of no type": answers("error", (session) => ({
    refresh: (options) =>
      session.refresh(options).catch(() => {
        throw new Error("it failed");
      }),
  })),
  "keeps the password in an error": answers("secret", (session) => ({
    login: (credentials, options) =>
      session.login(credentials, options).catch((error) => {
        throw Object.assign(Object.create(error), { password: credentials.password });
      }),
  })),
  "says of every sign-out that it was told": answers("outcome", (session) => ({
    logout: () => session.logout().catch(() => {}),
  })),
  "throws where it should reject": answers("threw", () => ({
    roles() {
      throw new Error("not now");
    },
  })),
  "ranks everybody above everybody": answers("at least", () => ({ atLeast: () => true })),
  "leads anywhere": answers("return url", (session) => ({
    sso: { ...session.sso, url: () => "https://elsewhere.example/" },
  })),
  "tells its listeners later": answers("told late", (session) => ({
    subscribe: (listener) => session.subscribe((value) => Promise.resolve(value).then(nextOf(listener))),
  })),
  "tells its listeners once": answers("not told", (session) => ({
    subscribe(listener) {
      let told = false;
      return session.subscribe((value) => {
        if (!told) nextOf(listener)(value);
        told = true;
      });
    },
  })),
  "goes on telling who has unsubscribed": answers("unsubscribed", (session) => ({
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
  "tells of nobody's sign-in": also("event", "signed-out", (session) => {
    session.dispatchEvent(new CustomEvent("signed-in", { detail: Object.freeze({ user: null }) }));
  }),
  "asks by POST": also("method", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/roles`, { method: "POST" }).catch(() => {});
  }),
  "lets a sign-out go with its page": also("keepalive", "signed-out", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/auth/logout`, { method: "POST" }).catch(() => {});
  }),
  "signs out who has just signed in": also("unasked", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/api/auth/logout`, { method: "POST" }).catch(() => {});
  }),
  "asks for what nobody asked for": also("own request", "signed-in", (_session, { baseUrl }) => {
    fetch(`${baseUrl}/agent-hub-api/api/agent/own`).catch(() => {});
  }),
  "reads too often": readsOften("min interval"),
  "reads while nobody looks": readsOften("hidden"),
  "reads without a network": readsOften("offline"),
};
