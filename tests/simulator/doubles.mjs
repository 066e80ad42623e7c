// The package with a defect planted: what the oracle must not let pass.

/** Each makes of a session one that errs in one way; `caught` are the rules by which that may come to light. */
export const DOUBLES = {
  "keeps gates open after a sign-out": {
    caught: ["signed-out"],
    plant(session) {
      let kept;
      const logout = () => {
        if (session.snapshot.user) kept = session.snapshot;
        return session.logout();
      };
      const snapshot = () => kept ?? session.snapshot;
      return { logout, snapshot };
    },
  },
  "signs out when a read fails": {
    caught: ["ended", "failure keeps", "failure marks"],
    plant: (session) => ({
      snapshot: memoised(
        () => session.snapshot,
        (now) =>
          now.stale ? { ...now, status: "unauthenticated", reason: "ended", user: null, stale: false } : now,
      ),
    }),
  },
  "shows who was shown first": {
    caught: ["granted", "one identity"],
    plant(session) {
      let first;
      const snapshot = () => {
        if (session.snapshot.user) first ??= session.snapshot;
        return session.snapshot.user ? first : session.snapshot;
      };
      return { snapshot };
    },
  },
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
  "shows a role that no answer named": {
    caught: ["granted", "gates"],
    plant: (session) => ({
      snapshot: memoised(
        () => session.snapshot,
        (now) =>
          now.user ? { ...now, user: Object.freeze({ ...now.user, userType: "administrator" }) } : now,
      ),
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
  "never answers a refresh that failed": {
    caught: ["settles"],
    plant: (session) => ({
      refresh: (options) => session.refresh(options).catch(() => new Promise(() => {})),
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
  "stays open in the back/forward cache": {
    caught: ["restored"],
    plant(session) {
      let kept;
      window.addEventListener("pagehide", () => {
        kept = last?.user ? last : undefined;
      });
      let last;
      const snapshot = () => {
        if (session.snapshot.status !== "unknown") kept = undefined;
        last = kept ?? session.snapshot;
        return last;
      };
      return { snapshot };
    },
  },
  "tries again what was refused to another user": {
    caught: ["tried again"],
    plant: (session) => ({
      async fetch(input, init) {
        const response = await session.fetch(input, init);
        return response.status === 401 ? session.fetch(input, init) : response;
      },
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
  "forgets a sign-out that could not be told": {
    caught: ["signed-out"],
    plant: (session) => ({
      logout: () =>
        session.logout().catch((error) => {
          if (error.code === "wasm-unavailable") session.refresh().catch(() => {});
          throw error;
        }),
    }),
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
};

/** The same object for as long as the other one is the same. */
function memoised(read, make) {
  const made = new WeakMap();
  return () => {
    const now = read();
    if (!made.has(now)) made.set(now, Object.freeze(make(now)));
    return made.get(now);
  };
}

/** What `openNodeStage` takes as `wrap`. */
export const withDefect =
  ({ plant }) =>
  ({ createSession }) => ({
    createSession: (options) => planted(createSession(options), options, plant),
  });

function planted(session, options, plant) {
  const { snapshot, ...calls } = plant(session, options);
  if (snapshot) Object.assign(calls, { subscribe: (listener) => subscribe(session, snapshot, listener) });
  // The session's own properties are frozen, and a proxy may not lie about those: it stands before an empty object.
  return new Proxy(Object.create(null), {
    get(_, name) {
      if (name === "snapshot" && snapshot) return snapshot();
      if (name in calls) return calls[name];
      const value = Reflect.get(session, name, session);
      return typeof value === "function" ? value.bind(session) : value;
    },
  });
}

/** Listeners hear of the double's snapshots, each once. */
function subscribe(session, snapshot, listener) {
  let last;
  return session.subscribe(() => {
    const now = snapshot();
    if (now === last) return;
    last = now;
    if (typeof listener === "function") listener(now);
    else listener.next?.(now);
  });
}
