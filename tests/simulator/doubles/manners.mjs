// The package with a defect planted, in how it speaks to its page, the network and the platform.

import { memoised } from "./wrap.mjs";

/** As in `promises.mjs`. */
export const MANNERS_BROKEN = {
  "tries a sign-in again": {
    caught: ["login once"],
    plant: (session) => ({
      login: (credentials, options) =>
        session.login(credentials, options).catch((error) => {
          if (error.code !== "network") throw error;
          return session.login(credentials, options);
        }),
    }),
  },
  "makes a new snapshot each time": {
    caught: ["same snapshot", "told late", "not told"],
    plant: (session) => ({ snapshot: () => Object.freeze({ ...session.snapshot }) }),
  },
  "tells a listener twice": {
    caught: ["told twice"],
    plant: (session) => ({
      subscribe: (listener) =>
        session.subscribe((value) => {
          const next = typeof listener === "function" ? listener : (word) => listener.next?.(word);
          next(value);
          next(value);
        }),
    }),
  },
  "puts the password into an error": {
    caught: ["secret", "error"],
    plant: (session) => ({
      login: (credentials, options) =>
        session.login(credentials, options).catch((error) => {
          throw Object.assign(Object.create(error), { message: credentials.password });
        }),
    }),
  },
  "reads before the time that the deployment named": {
    caught: ["retry after"],
    plant(session, { baseUrl }) {
      session.addEventListener("revalidation-failed", ({ detail }) => {
        const read = () => fetch(`${baseUrl}/api/auth/session`).catch(() => {});
        if (detail.error.retryAfterMs > 0) setTimeout(read, 10);
      });
      return {};
    },
  },
  "leaves a listener behind": {
    caught: ["closed"],
    plant() {
      window.addEventListener("focus", () => {});
      return {};
    },
  },
  "reads in a hidden tab": {
    caught: ["hidden", "min interval", "offline", "single flight", "closed"],
    plant(_session, { baseUrl }) {
      const read = () => fetch(`${baseUrl}/api/auth/session`).catch(() => {});
      setInterval(read, 7_000);
      return {};
    },
  },
  "never answers a refresh that failed": {
    caught: ["settles"],
    plant: (session) => ({
      refresh: (options) => session.refresh(options).catch(() => new Promise(() => {})),
    }),
  },
  "leaves a rejection that nobody awaits": {
    caught: ["unhandled"],
    plant: (session) => ({
      refresh(options) {
        const read = session.refresh(options);
        read.then(() => {});
        return read;
      },
    }),
  },
  "throws at the page": {
    caught: ["unhandled"],
    plant() {
      window.addEventListener("focus", () => {
        throw new Error("nobody catches this");
      });
      return {};
    },
  },
  "says that a window brought somebody back": {
    caught: ["value"],
    plant: (session) => ({
      sso: { ...session.sso, start: (options) => session.sso.start(options).catch(() => {}) },
    }),
  },
  "tells of a change where none is": {
    caught: ["no change"],
    plant(session) {
      session.subscribe(({ features }) => {
        const [feature] = Object.keys(features);
        if (feature === undefined) return;
        const change = Object.freeze({ feature, previous: features[feature], current: features[feature] });
        const detail = Object.freeze({ changes: Object.freeze([change]) });
        session.dispatchEvent(new CustomEvent("permissions-changed", { detail }));
      });
      return {};
    },
  },
  "takes a limit in another order for another limit": {
    caught: ["same permission"],
    plant: (session) => ({
      snapshot: memoised(
        () => session.snapshot,
        (now) => (now.user ? { ...now, features: copyOf(now.features) } : now),
      ),
    }),
  },
  "shows what can be changed": {
    caught: ["frozen"],
    plant: (session) => ({
      snapshot: memoised(
        () => session.snapshot,
        (now) => (now.user ? { ...now, user: { ...now.user } } : now),
      ),
    }),
  },
  "opens a gate that nobody opened": {
    caught: ["gates"],
    plant: (session) => ({
      permissions: {
        ...session.permissions,
        subscribe: session.permissions.subscribe,
        can: (name) => name === "constructor",
      },
    }),
  },
  "tells another tab who is signed in": {
    caught: ["channel"],
    plant(session, { baseUrl }) {
      const channel = new BroadcastChannel(`platform-session:${baseUrl}`);
      session.addEventListener("signed-in", ({ detail }) => channel.postMessage(detail.user.email));
      return {};
    },
  },
  "waits for an hour": {
    caught: ["timer"],
    plant() {
      setTimeout(() => {}, 3_600_000);
      return {};
    },
  },
  "writes into the console": {
    caught: ["console"],
    plant(session) {
      session.addEventListener("signed-in", () => console.log("somebody signed in"));
      return {};
    },
  },
  "reports what is no listener's": {
    caught: ["reported"],
    plant(session) {
      session.addEventListener("signed-out", () => reportError(new Error("of its own")));
      return {};
    },
  },
  "gives a call up for nothing": {
    caught: ["aborted"],
    plant: (session) => ({
      roles: (options) =>
        session.roles(options).catch((error) => {
          throw aborted(error);
        }),
    }),
  },
  "reads on its way into the back/forward cache": {
    caught: ["cached"],
    plant(_session, { baseUrl }) {
      window.addEventListener("pagehide", () => {
        fetch(`${baseUrl}/api/auth/session`).catch(() => {});
      });
      return {};
    },
  },
  "asks another deployment": {
    caught: ["origin"],
    plant(session) {
      session.addEventListener("signed-in", () => {
        fetch("https://elsewhere.example/api/auth/session").catch(() => {});
      });
      return {};
    },
  },
};

const copyOf = (features) =>
  Object.freeze(
    Object.assign(
      Object.create(null),
      Object.fromEntries(
        Object.entries(features).map(([name, entry]) => [name, Object.freeze({ ...entry })]),
      ),
    ),
  );

/** The same error, with the code of a call that its page has given up. */
function aborted(error) {
  return Object.create(error, { code: { value: "aborted" }, message: { value: "aborted" } });
}
