// The option `reauthenticate` as a value that an interface shows.

import type { Reauthentication, ReauthenticationRequest } from "./index.js";

/** Libraries ask for an observable by `Symbol.observable`, where there is one, or by "@@observable". */
const OBSERVABLE = (Symbol as { observable?: symbol }).observable ?? Symbol.for("observable");

export function createReauthentication(): Reauthentication {
  /** The open requests, the oldest first, which alone is shown: those of several sessions wait for each other. */
  const requests = new Set<ReauthenticationRequest>();
  /** A function for each listener: calls it, unless it was called with the current value already. */
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
          // The other listeners are called all the same. Node has no `reportError`.
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
        const givenUp = new AbortController();
        /** Takes away the listeners below. It is passed as their options, of which `signal` is one. */
        const over = new AbortController();
        let unsubscribe = () => {};
        /** Ends the request, once: by `resolve`, or by `reject` with an error. */
        const end = (settle: (outcome: never) => void, error?: Error) => {
          if (!requests.delete(request)) return;
          over.abort();
          unsubscribe();
          // Both take an argument of this type: `resolve` nothing, `reject` an error.
          settle(error as never);
          notify();
        };
        const supersede = () => end(reject, superseded());
        const cancel = () => {
          // Gives up the sign-in under way, if this request is still open.
          if (requests.has(request)) givenUp.abort();
          supersede();
        };
        /** Runs a sign-in. The request ends if that succeeds, and stays open if it fails. */
        const attempt = async <Result>(start: (signal: AbortSignal) => Promise<Result>) => {
          if (!requests.has(request)) throw superseded();
          const result = await start(givenUp.signal);
          end(resolve);
          return result;
        };

        const request = Object.freeze<ReauthenticationRequest>({
          ...need,
          login: (credentials) => attempt((signal) => session.login(credentials, { signal })),
          startSso: () =>
            attempt((signal) => {
              const start = (returnUrl?: string) => session.sso.start({ signal, mode: "popup", returnUrl });
              // Single sign-on leads back to this page, if the deployment accepts that: on another page no script may see that the window is back.
              return start(globalThis.location?.href).catch((error) => {
                if (error.code !== "invalid-return-url") throw error;
                return start();
              });
            }),
          cancel,
        });
        requests.add(request);
        // An identity is aborted before the session's listeners are called with what follows: they find the request ended.
        signal.addEventListener("abort", supersede, over);
        // The page may come back from the back/forward cache to another user. Node has no such event.
        globalThis.addEventListener?.("pagehide", cancel, over);
        unsubscribe = session.subscribe(({ reauthenticating, status }) => {
          // The user has signed in elsewhere. For the reason "bearer" that is not enough: it brings this page no token.
          if (need.reason === "ended" && status === "authenticated") end(resolve);
          // The session does not wait for this request any more.
          if (reauthenticating === false) supersede();
        });
        // `subscribe` has called the listener at once, which may have ended the request; `unsubscribe` did nothing yet.
        if (requests.has(request)) notify();
        else unsubscribe();
      }),
    [OBSERVABLE]: () => reauthentication,
    "@@observable": () => reauthentication,
  };
  return Object.freeze(reauthentication);
}

/**
 * Returns a `SessionError`, made here: importing that class would put a part of the root into this module. `isSessionError` of every copy of the
 * package knows it by the symbol.
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
