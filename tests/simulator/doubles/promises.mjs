// Defects that break the main promises of the package.

import { broken, shows } from "./wrap.mjs";

const NONE = Object.freeze(Object.create(null));

/** The defects, by what the defective package does (the title of the test). */
export const PROMISES_BROKEN = {
  "keeps gates open after a sign-out": broken("signed-out", (session) => {
    let kept;
    const logout = () => {
      if (session.snapshot.user) kept = session.snapshot;
      return session.logout();
    };
    const snapshot = () => kept ?? session.snapshot;
    return { logout, snapshot };
  }),
  "shows a role that no answer named": shows("granted", (now) =>
    now.user ? { ...now, user: Object.freeze({ ...now.user, userType: "administrator" }) } : now,
  ),
  "shows an older answer after a newer one": broken("order", (session) => {
    let shown = [];
    const snapshot = () => {
      const now = session.snapshot;
      if (!now.user) shown = [];
      else if (!shown.includes(now)) shown.push(now);
      return shown.length > 2 ? shown[0] : now;
    };
    return { snapshot };
  }),
  "stays open in the back/forward cache": broken("restored", (session) => {
    let last;
    const snapshot = () => {
      const now = session.snapshot;
      if (now.user) last = now;
      else if (now.status !== "unknown" || now.error) last = undefined;
      return last ?? now;
    };
    return { snapshot };
  }),
  "retries one user's refused request as the next user": broken("identity", (session) => ({
    async fetch(input, init) {
      const response = await session.fetch(input, init);
      if (response.status !== 401) return response;
      await new Promise((resolve) => {
        session.addEventListener("signed-in", resolve, { once: true });
        setTimeout(resolve, 60_000);
      });
      return session.fetch(input, init);
    },
  })),
  "goes on showing a user while it is offline": broken("too old", (session) => {
    let last = session.snapshot;
    const snapshot = () => {
      const now = session.snapshot;
      const fell = last.user !== null && now.status === "unknown" && now.error?.code !== "closed";
      if (!fell || navigator.onLine) last = now;
      return last;
    };
    return { snapshot };
  }),
  "goes on showing a user after 24 hours": broken("expiry", (session) => {
    let last = session.snapshot;
    const snapshot = () => {
      const now = session.snapshot;
      if (now.reason !== "expired" || last.user === null) last = now;
      return last;
    };
    return { snapshot };
  }),
  "hides the user when a read fails": shows("failure keeps", (now) =>
    now.stale ? { ...now, status: "unknown", user: null, features: NONE, reason: null, stale: false } : now,
  ),
  "gives another reason than expired when the session expires": shows("ended", (now) =>
    now.reason === "expired" ? { ...now, reason: "deactivated" } : now,
  ),
  "never recovers from a module that failed": broken("at rest", (session) => {
    let kept;
    const snapshot = () => {
      const now = session.snapshot;
      if (now.error?.code === "wasm-unavailable") kept ??= now;
      return now.error?.code === "closed" ? now : (kept ?? now);
    };
    return { snapshot };
  }),
  "shows snapshots after it was closed": broken("closed", (session) => {
    let last;
    const snapshot = () => {
      if (session.snapshot.error?.code !== "closed") last = session.snapshot;
      return last;
    };
    return { snapshot };
  }),
  "sends a token that was never issued": broken("bearer", (session, { baseUrl }) => {
    const headers = new Headers([["authorization", "Bearer t0"]]);
    session.addEventListener("signed-in", () => {
      fetch(`${baseUrl}/api/auth/permissions`, { headers }).catch(() => {});
    });
  }),
  "signs out before each sign-in, and does not wait for that": broken(
    "overtaken",
    (session, { baseUrl }) => ({
      login(credentials, options) {
        fetch(`${baseUrl}/api/auth/logout`, { method: "POST" }).catch(() => {});
        return session.login(credentials, options);
      },
    }),
  ),
  "hands one user's answer over to the next user": broken("identity", (session) => ({
    fetch: (input, init) =>
      session.fetch(input, init).catch(async (error) => {
        if (error.code !== "superseded") throw error;
        // Waits until the next user is signed in.
        await new Promise((resolve) => setTimeout(resolve, 1));
        return new Response(200, new Headers());
      }),
  })),
  "keeps its identity object for ever": broken("identity", (session) => {
    const { identity } = session;
    return {
      get identity() {
        return identity;
      },
    };
  }),
  "never fires identity-ended": broken("identity", (session) => ({
    addEventListener(type, listener) {
      if (type !== "identity-ended") session.addEventListener(type, listener);
    },
  })),
  "aborts keepalive requests with their identity": broken("identity", (session) => ({
    fetch: (input, init) => {
      const { signal } = session.identity;
      const abort = new AbortController();
      signal.addEventListener("abort", () => abort.abort(signal.reason));
      return session.fetch(input, { ...init, signal: init?.signal ?? abort.signal });
    },
  })),
};
