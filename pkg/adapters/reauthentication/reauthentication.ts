// The option `reauthenticate` as a value: the open request to sign in again, which an interface shows.

import type { Reauthentication, ReauthenticationRequest } from "./index.js";

/** The key under which libraries look for an observable, beside "@@observable". */
const OBSERVABLE = (Symbol as { observable?: symbol }).observable ?? Symbol.for("observable");

export function createReauthentication(): Reauthentication {
  /** The open requests, the oldest first. Only the oldest is shown: requests of several sessions are shown one after another. */
  const requests = new Set<ReauthenticationRequest>();
  /** A function for each listener, which calls it unless it already has the current value. */
  const deliveries = new Set<() => void>();
  const notify = () => {
    for (const deliver of deliveries) deliver();
  };

  const reauthentication: Reauthentication & { "@@observable": unknown } = {
    get value() {
      const [oldest = null] = requests;
      return oldest;
    },
    subscribe(listener) {
      const observer = typeof listener === "function" ? { next: listener } : listener;
      // Throws a `TypeError` where the listener is neither a function nor an object.
      Reflect.has(observer, "next");
      let last: ReauthenticationRequest | null | undefined;
      const deliver = () => {
        const { value } = reauthentication;
        if (last === value) return;
        last = value;
        try {
          observer.next?.(value);
        } catch (error) {
          // Reported and not thrown, so that the other listeners are called, too. Node has no `reportError`.
          (globalThis.reportError ?? console.error)(error);
        }
      };
      const unsubscribe = () => deliveries.delete(deliver);
      deliveries.add(deliver);
      deliver();
      return Object.assign(unsubscribe, { unsubscribe });
    },
    reauthenticate: (session, need) =>
      new Promise((resolve, reject) => {
        const { signal } = session.identity;
        // The identity has ended: a dialog that names its user must not be shown any more.
        if (signal.aborted) throw superseded();
        /** Aborts the sign-in under way where the user gives up. */
        const attemptAbort = new AbortController();
        /** Removes the listeners below. The controller itself is passed as their options: its member `signal` is one of those. */
        const listenerAbort = new AbortController();
        let unsubscribe = () => {};
        /** Ends the request, once: by `resolve`, or by `reject` with an error. */
        const end = (settle: (outcome: never) => void, error?: Error) => {
          if (!requests.delete(request)) return;
          listenerAbort.abort();
          unsubscribe();
          // The cast: `resolve` gets `undefined`, and `reject` an error.
          settle(error as never);
          notify();
        };
        const supersede = () => end(reject, superseded());
        const cancel = () => {
          if (requests.has(request)) attemptAbort.abort();
          supersede();
        };
        /** Runs a sign-in. If it succeeds the request ends; if it fails the request stays open. */
        const attempt = async <Result>(start: (signal: AbortSignal) => Promise<Result>) => {
          if (!requests.has(request)) throw superseded();
          const result = await start(attemptAbort.signal);
          end(resolve);
          return result;
        };

        const request = Object.freeze<ReauthenticationRequest>({
          ...need,
          login: (credentials) => attempt((signal) => session.login(credentials, { signal })),
          startSso: () =>
            attempt((signal) => {
              const start = (returnUrl?: string) => session.sso.start({ signal, mode: "popup", returnUrl });
              // Single sign-on leads back to this page if the deployment accepts its address: another page may have no script that notices the
              // window's return.
              return start(globalThis.location?.href).catch((error) => {
                if (error.code !== "invalid-return-url") throw error;
                return start();
              });
            }),
          cancel,
        });
        requests.add(request);
        // `signal` aborts before the session calls its listeners: they find that the request has ended.
        signal.addEventListener("abort", supersede, listenerAbort);
        // The page may come back from the back/forward cache to another user. Node has no `addEventListener`.
        globalThis.addEventListener?.("pagehide", cancel, listenerAbort);
        unsubscribe = session.subscribe(({ reauthenticating, status }) => {
          // The user has signed in elsewhere. For the reason "bearer" that is not enough, because this page gets no token by it.
          if (need.reason === "ended" && status === "authenticated") end(resolve);
          // The session does not wait for this request any more.
          if (reauthenticating === false) supersede();
        });
        // `subscribe` has called its listener at once. If that ended the request, `unsubscribe` was not set yet, and is called here.
        if (requests.has(request)) notify();
        else unsubscribe();
      }),
    [OBSERVABLE]: () => reauthentication,
    "@@observable": () => reauthentication,
  };
  return Object.freeze(reauthentication);
}

/**
 * Returns a `SessionError`, without importing that class, which would put a part of the root into this module. `isSessionError` of every copy of
 * the package knows it by the symbol.
 */
const superseded = () =>
  Object.freeze(
    Object.assign(new Error("superseded"), {
      code: "superseded",
      call: null,
      expected: true,
      retryable: false,
      status: null,
      retryAfterMs: null,
      [Symbol.for("platform-session.SessionError")]: true,
      name: "SessionError",
    }),
  );
