// The promises `session.ready` and `session.settled`, and what a promise is made of.

import type { SessionError, SessionSnapshot } from "../index.js";

/** Makes a promise that may be asked for again: after a failure that may pass, a caller waits for the next outcome. */
export function createReady() {
  let current = deferred<SessionSnapshot>();
  return {
    promise: () => current.promise,
    /** The session is known. */
    resolve: (snapshot: SessionSnapshot) => current.resolve(snapshot),
    /** The session cannot be known: rejects the promise that was handed out, and, if `final`, those that are asked for from now on. */
    fail(error: SessionError, final: boolean) {
      // A promise that has its outcome keeps it.
      const before = current;
      current = deferred();
      if (final) current.reject(error);
      before.reject(error);
    },
  };
}

/** Makes a promise, and the functions that settle it. */
function deferred<Value>() {
  let resolve!: (value: Value) => void, reject!: (error: unknown) => void;
  const promise = new Promise<Value>((...settle) => {
    [resolve, reject] = settle;
  });
  // The page need not await it: a rejection is not reported as unhandled.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
