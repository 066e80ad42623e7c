// The option `reauthenticate` as a value that an interface shows.

const OBSERVABLE = /** @type {{ observable?: symbol }} */ (Symbol).observable ?? Symbol.for("observable");

/** @type {typeof import("./index.d.ts").createReauthentication} */
export function createReauthentication() {
  /** Those that are open. Those of several sessions wait for each other. @type {Set<import("./index.d.ts").ReauthenticationRequest>} */
  const requests = new Set();
  /** Each calls a listener, unless that has the current value. @type {Set<() => void>} */
  const deliveries = new Set();
  const notify = () => {
    for (const deliver of deliveries) deliver();
  };

  /** @type {any} */
  const reauthentication = {
    get value() {
      const [oldest = null] = requests;
      return oldest;
    },
    subscribe(listener) {
      const observer = typeof listener === "function" ? { next: listener } : listener;
      // A `TypeError` where it is neither a function nor an object.
      Reflect.has(observer, "next");
      let last;
      const deliver = () => {
        const { value } = reauthentication;
        if (value === last) return;
        last = value;
        try {
          observer.next?.(value);
        } catch (error) {
          // It keeps no other from being called. Node has no `reportError`.
          (globalThis.reportError ?? console.error)(error);
        }
      };
      const unsubscribe = () => {
        deliveries.delete(deliver);
      };
      deliveries.add(deliver);
      deliver();
      return Object.assign(unsubscribe, { unsubscribe });
    },
    reauthenticate: (session, { reason, user }) =>
      new Promise((resolve, reject) => {
        const { signal } = session.identity;
        const givenUp = new AbortController();
        let unsubscribe = () => {};
        const end = (settle) => {
          if (!requests.delete(request)) return;
          signal.removeEventListener("abort", supersede);
          unsubscribe();
          settle();
          notify();
        };
        const supersede = () => end(() => reject(superseded()));
        const attempt = async (start) => {
          if (!requests.has(request)) throw superseded();
          const result = await start(givenUp.signal);
          end(resolve);
          return result;
        };

        const request = Object.freeze({
          reason,
          user,
          login: (credentials) => attempt((signal) => session.login(credentials, { signal })),
          startSso: () => attempt((signal) => startSso(session.sso, signal)),
          cancel() {
            supersede();
            givenUp.abort();
          },
        });
        requests.add(request);
        // Before the session's listeners hear of what comes next.
        signal.addEventListener("abort", supersede);
        unsubscribe = session.subscribe(({ status, reauthenticating }) => {
          // A sign-in elsewhere brings this page no bearer token.
          if (reason === "ended" && status === "authenticated") end(resolve);
          // The session does not wait any more.
          if (reauthenticating === false) supersede();
        });
        // It may have ended in that very call.
        if (!requests.has(request)) unsubscribe();
        notify();
      }),
    [OBSERVABLE]: () => reauthentication,
    "@@observable": () => reauthentication,
  };
  return Object.freeze(reauthentication);
}

/** In a window that comes back to this page, if the deployment accepts that: on another page no script may see that it is back. */
const startSso = (sso, signal) => {
  const start = (returnUrl) => sso.start({ signal, mode: "popup", returnUrl });
  return start(globalThis.location?.href).catch((error) => {
    if (error.code !== "invalid-return-url") throw error;
    return start();
  });
};

/** What `isSessionError` knows, in every copy of the package. */
const superseded = () =>
  Object.freeze(
    Object.assign(new Error("superseded"), {
      code: "superseded",
      name: "SessionError",
      expected: true,
      retryable: false,
      retryAfterMs: null,
      status: null,
      call: null,
      [Symbol.for("platform-session.SessionError")]: true,
    }),
  );
