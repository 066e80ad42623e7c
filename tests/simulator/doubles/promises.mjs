// The package with a defect planted, as far as the promises go: what the oracle must not let pass.

import { memoised } from "./wrap.mjs";

const NONE = Object.freeze(Object.create(null));

/** Each makes of a session one that errs in one way; `caught` are the rules by which that comes to light. */
export const PROMISES_BROKEN = {
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
    caught: ["newest answer", "granted", "one identity"],
    plant(session) {
      let first;
      const snapshot = () => {
        if (session.snapshot.user) first ??= session.snapshot;
        return session.snapshot.user ? first : session.snapshot;
      };
      return { snapshot };
    },
  },
  "shows a role that no answer named": {
    caught: ["newest answer", "granted"],
    plant: (session) => ({
      snapshot: memoised(
        () => session.snapshot,
        (now) =>
          now.user ? { ...now, user: Object.freeze({ ...now.user, userType: "administrator" }) } : now,
      ),
    }),
  },
  "stays open in the back/forward cache": {
    caught: ["restored"],
    plant(session) {
      let last;
      const snapshot = () => {
        const now = session.snapshot;
        if (now.user) last = now;
        else if (now.status !== "unknown" || now.error) last = undefined;
        return last ?? now;
      };
      return { snapshot };
    },
  },
  "tries again as whoever has signed in what was refused to another": {
    caught: ["carried out"],
    plant: (session) => ({
      async fetch(input, init) {
        const response = await session.fetch(input, init);
        if (response.status !== 401) return response;
        await new Promise((resolve) => {
          session.addEventListener("signed-in", resolve, { once: true });
          setTimeout(resolve, 60_000);
        });
        return session.fetch(input, init);
      },
    }),
  },
  "shows offline for ever what it showed": {
    caught: ["too old"],
    plant(session) {
      let last = session.snapshot;
      const snapshot = () => {
        const now = session.snapshot;
        const fell = last.user !== null && now.status === "unknown" && now.error?.code !== "closed";
        if (!fell || navigator.onLine) last = now;
        return last;
      };
      return { snapshot };
    },
  },
  "goes on after its 24 hours": {
    caught: ["expiry"],
    plant(session) {
      let last = session.snapshot;
      const snapshot = () => {
        const now = session.snapshot;
        if (now.reason !== "expired" || last.user === null) last = now;
        return last;
      };
      return { snapshot };
    },
  },
  "closes when a read fails": {
    caught: ["doubt"],
    plant: (session) => ({
      snapshot: memoised(
        () => session.snapshot,
        (now) =>
          now.stale
            ? { ...now, status: "unknown", user: null, features: NONE, reason: null, stale: false }
            : now,
      ),
    }),
  },
  "ends as if the deployment had said so": {
    caught: ["ended"],
    plant: (session) => ({
      snapshot: memoised(
        () => session.snapshot,
        (now) => (now.reason === "expired" ? { ...now, reason: "deactivated" } : now),
      ),
    }),
  },
  "never recovers from a module that failed": {
    caught: ["at rest"],
    plant(session) {
      let kept;
      const snapshot = () => {
        const now = session.snapshot;
        if (now.error?.code === "wasm-unavailable") kept ??= now;
        return now.error?.code === "closed" ? now : (kept ?? now);
      };
      return { snapshot };
    },
  },
  "stays closed after another tab's sign-out": {
    caught: ["at rest"],
    plant(session, { baseUrl }) {
      let kept;
      const channel = new BroadcastChannel(`platform-session:${baseUrl}`);
      channel.onmessage = ({ data }) => {
        if (data.startsWith("signed-out") && session.snapshot.user === null) kept = session.snapshot;
      };
      const snapshot = () =>
        session.snapshot.error?.code === "closed" ? session.snapshot : (kept ?? session.snapshot);
      return { snapshot };
    },
  },
  "says something after its end": {
    caught: ["closed"],
    plant(session) {
      let last;
      const snapshot = () => {
        if (session.snapshot.error?.code !== "closed") last = session.snapshot;
        return last;
      };
      return { snapshot };
    },
  },
  "sends a token that is none": {
    caught: ["bearer"],
    plant(session, { baseUrl }) {
      const headers = new Headers([["authorization", "Bearer t0"]]);
      session.addEventListener("signed-in", () => {
        fetch(`${baseUrl}/api/auth/permissions`, { headers }).catch(() => {});
      });
      return {};
    },
  },
  "tells a sign-out twice, and waits for one": {
    caught: ["overtaken"],
    plant(session, { baseUrl }) {
      const logout = () => {
        const told = session.logout();
        fetch(`${baseUrl}/api/auth/logout`, { method: "POST" }).catch(() => {});
        return told;
      };
      return { logout };
    },
  },
  "hands a 401 on while the page signs in": {
    caught: ["handed on"],
    plant: (session) => ({
      fetch: (input, init) =>
        session.snapshot.reauthenticating
          ? Promise.resolve(new Response(401, new Headers()))
          : session.fetch(input, init),
    }),
  },
  "lets an answer reach whoever is there by then": {
    caught: ["identity"],
    plant: (session) => ({
      fetch: (input, init) =>
        session.fetch(input, init).catch((error) => {
          if (error.code !== "superseded") throw error;
          return new Response(200, new Headers());
        }),
    }),
  },
  "keeps its identity": {
    caught: ["identity"],
    plant(session) {
      const { identity } = session;
      return {
        get identity() {
          return identity;
        },
      };
    },
  },
  "says nothing of the end of an identity": {
    caught: ["identity"],
    plant: (session) => ({
      addEventListener(type, listener) {
        if (type !== "identity-ended") session.addEventListener(type, listener);
      },
    }),
  },
  "answers a refresh with what is shown": {
    caught: ["refresh"],
    plant: (session) => ({
      refresh: (options) =>
        session.snapshot.user ? Promise.resolve(session.snapshot) : session.refresh(options),
    }),
  },
  "sends the second request first": {
    caught: ["order"],
    plant(session) {
      let count = 0;
      const later = () => new Promise((resolve) => setTimeout(resolve, 5));
      return {
        fetch: async (input, init) => {
          if (count++ % 2 === 0) await later();
          return session.fetch(input, init);
        },
      };
    },
  },
  "calls every failure one of the network": {
    caught: ["named"],
    plant: (session) => ({
      fetch: (input, init) =>
        session.fetch(input, init).catch((error) => {
          const code = error.code === "server-error" ? "network" : error.code;
          throw Object.create(error, {
            code: { value: code },
            message: { value: code.replaceAll("-", " ") },
          });
        }),
    }),
  },
  "reads while a sign-out is not over": {
    caught: ["locked"],
    plant: (session, { baseUrl }) => ({
      logout() {
        const told = session.logout();
        fetch(`${baseUrl}/api/auth/session`).catch(() => {});
        return told;
      },
    }),
  },
  "gives up what is to go on without its identity": {
    caught: ["identity"],
    plant: (session) => ({
      fetch: (input, init) => {
        const { signal } = session.identity;
        const abort = new AbortController();
        signal.addEventListener("abort", () => abort.abort(signal.reason));
        return session.fetch(input, { ...init, signal: init?.signal ?? abort.signal });
      },
    }),
  },
};
