// Makes the promises `session.ready` and `session.settled`.

import type { SessionError, SessionSnapshot } from "../index.js";

/** Makes a promise that is replaced after each failure: a caller that asks again may wait for a better outcome. */
export function createReady() {
  let current = deferred<SessionSnapshot>();
  return {
    promise: () => current.promise,
    resolve: (snapshot: SessionSnapshot) => current.resolve(snapshot),
    /** Rejects the promise that callers have, and replaces it by a new one. If `final`, the new one is rejected, too. */
    fail(error: SessionError, final: boolean) {
      // A promise that is settled already stays as it is.
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
