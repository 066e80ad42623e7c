// The option `reauthenticate` as a value that an interface shows.

import type { Reauthentication, ReauthenticationRequest } from "./index.js";

const OBSERVABLE = (Symbol as { observable?: symbol }).observable ?? Symbol.for("observable");

export function createReauthentication(): Reauthentication {
  /** Those that are open. Those of several sessions wait for each other. */
  const requests = new Set<ReauthenticationRequest>();
  /** Each calls a listener, unless that has the current value. */
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
      // A `TypeError` where it is neither a function nor an object.
      Reflect.has(observer, "next");
      let last: ReauthenticationRequest | null | undefined;
      const deliver = () => {
        const { value } = reauthentication;
        if (last === value) return;
        last = value;
        try {
          observer.next?.(value);
        } catch (error) {
          // It keeps no other from being called. Node has no `reportError`.
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
        // Of the user of an identity that has ended nothing is shown.
        if (signal.aborted) throw superseded();
        const givenUp = new AbortController();
        /** As the options of a listener, which look at its signal, it takes that listener away. */
        const over = new AbortController();
        let unsubscribe = () => {};
        const end = (settle: (outcome: never) => void, error?: Error) => {
          if (!requests.delete(request)) return;
          over.abort();
          unsubscribe();
          // `resolve` is given nothing, `reject` an error.
          settle(error as never);
          notify();
        };
        const supersede = () => end(reject, superseded());
        const cancel = () => {
          if (requests.has(request)) givenUp.abort();
          supersede();
        };
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
              // Back to this page, if the deployment accepts that: on another page no script may see that the window is back.
              return start(globalThis.location?.href).catch((error) => {
                if (error.code !== "invalid-return-url") throw error;
                return start();
              });
            }),
          cancel,
        });
        requests.add(request);
        // Before the session's listeners hear of what comes next.
        signal.addEventListener("abort", supersede, over);
        // The page may come back from the back/forward cache to another user. Node has no such event.
        globalThis.addEventListener?.("pagehide", cancel, over);
        unsubscribe = session.subscribe(({ reauthenticating, status }) => {
          // A sign-in elsewhere brings this page no bearer token.
          if (need.reason === "ended" && status === "authenticated") end(resolve);
          // The session does not wait any more.
          if (reauthenticating === false) supersede();
        });
        // It may have ended in that very call.
        if (requests.has(request)) notify();
        else unsubscribe();
      }),
    [OBSERVABLE]: () => reauthentication,
    "@@observable": () => reauthentication,
  };
  return Object.freeze(reauthentication);
}

/** What `isSessionError` knows, in every copy of the package. */
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
