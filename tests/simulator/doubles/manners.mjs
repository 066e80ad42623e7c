// Defects in how the package behaves toward its page, the other tabs, the network and the platform.

import { broken, shows } from "./wrap.mjs";

/** Describes a defect that never sends these messages to the other tabs. */
const withholds = (rule, ...words) =>
  broken(rule, () => {
    const { prototype } = BroadcastChannel;
    prototype.speaks ??= prototype.postMessage;
    prototype.postMessage = function (data) {
      if (!words.includes(data.split(":")[0])) this.speaks(data);
    };
  });

/** The defects, by what the defective package does (the title of the test). */
export const MANNERS_BROKEN = {
  "keeps a sign-out from the other tabs": withholds("tells sign-out", "signed-out"),
  "keeps the end of a sign-out from the other tabs": withholds("tells end", "sign-out-over"),
  "closes without sending its pending sign-out": broken("outlives", () => ({ close() {} })),
  "rejects a failed sign-out as superseded": broken("superseded", (session) => ({
    logout: () =>
      session.logout().catch((error) => {
        const code = error.code === "network" ? "superseded" : error.code;
        throw Object.create(error, { code: { value: code } });
      }),
  })),
  "names another call in its error": broken("named", (session) => ({
    refresh: (options) =>
      session.refresh(options).catch((error) => {
        throw Object.create(error, { call: { value: "login" } });
      }),
  })),
  "retries a sign-in": broken("login once", (session) => ({
    login: (credentials, options) =>
      session.login(credentials, options).catch((error) => {
        if (error.code !== "network") throw error;
        return session.login(credentials, options);
      }),
  })),
  "makes a new snapshot each time that it is read": broken("same snapshot", (session) => ({
    snapshot: () => Object.freeze({ ...session.snapshot }),
  })),
  "tells a listener twice": broken("told twice", (session) => ({
    subscribe: (listener) =>
      session.subscribe((value) => {
        const next = typeof listener === "function" ? listener : (word) => listener.next?.(word);
        next(value);
        next(value);
      }),
  })),
  "leaves a listener on the page after its end": broken("closed", () => {
    window.addEventListener("focus", () => {});
  }),
  "reads the session while another request is under way": broken("single flight", (_session, { baseUrl }) => {
    const read = () => fetch(`${baseUrl}/api/auth/session`).catch(() => {});
    setInterval(read, 7_000);
  }),
  "never settles a failed refresh": broken("settles", (session) => ({
    refresh: (options) => session.refresh(options).catch(() => new Promise(() => {})),
  })),
  "leaves a rejection that is not handled": broken("unhandled", (session) => ({
    refresh(options) {
      const read = session.refresh(options);
      read.then(() => {});
      return read;
    },
  })),
  "throws an unhandled error": broken("unhandled", () => {
    window.addEventListener("focus", () => {
      throw new Error("not caught");
    });
  }),
  "resolves a sign-in by window that failed": broken("value", (session) => ({
    sso: { ...session.sso, start: (options) => session.sso.start(options).catch(() => {}) },
  })),
  "fires permissions-changed without a change": broken("no change", (session) => {
    session.subscribe(({ features }) => {
      const [feature] = Object.keys(features);
      if (feature === undefined) return;
      const change = Object.freeze({ feature, previous: features[feature], current: features[feature] });
      const detail = Object.freeze({ changes: Object.freeze([change]) });
      session.dispatchEvent(new CustomEvent("permissions-changed", { detail }));
    });
  }),
  "replaces permissions that have not changed": shows("same permission", (now) =>
    now.user ? { ...now, features: copyOf(now.features) } : now,
  ),
  "shows a user object that can be changed": shows("frozen", (now) =>
    now.user ? { ...now, user: { ...now.user } } : now,
  ),
  "opens a gate that no answer granted": broken("gates", (session) => ({
    permissions: {
      ...session.permissions,
      subscribe: session.permissions.subscribe,
      can: (name) => name === "constructor",
    },
  })),
  "tells another tab which user is signed in": broken("channel", (session, { baseUrl }) => {
    const channel = new BroadcastChannel(`platform-session:${baseUrl}`);
    session.addEventListener("signed-in", ({ detail }) => channel.postMessage(detail.user.email));
  }),
  "sets a timer of an hour": broken("timer", () => {
    setTimeout(() => {}, 3_600_000);
  }),
  "writes into the console": broken("console", (session) => {
    session.addEventListener("signed-in", () => console.log("a user signed in"));
  }),
  "reports an error that no listener threw": broken("reported", (session) => {
    session.addEventListener("signed-out", () => reportError(new Error("of its own")));
  }),
  "rejects a call as aborted that its page has not aborted": broken("aborted", (session) => ({
    roles: (options) =>
      session.roles(options).catch((error) => {
        throw aborted(error);
      }),
  })),
  "sends a request to another deployment": broken("origin", (session) => {
    session.addEventListener("signed-in", () => {
      fetch("https://elsewhere.example/api/auth/session").catch(() => {});
    });
  }),
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

/** Returns the same error, with the code of a call that its page has given up. */
function aborted(error) {
  return Object.create(error, { code: { value: "aborted" }, message: { value: "aborted" } });
}
