// `session.ready`: whether the module runs here, and the session is known.

/** A promise that may be asked for again: once a failure is overcome, those who ask then get the new outcome. */
export function createReady() {
  let current = deferred();
  let failed = false;
  return {
    promise: () => current.promise,
    /** The session is known. */
    resolve: (snapshot) => current.resolve(snapshot),
    /** It failed: those who wait are told, and those who ask from now on. */
    fail(error) {
      // Whoever has the outcome already keeps it.
      const before = current;
      current = deferred();
      current.reject(error);
      before.reject(error);
      failed = true;
    },
    /** The module runs: those who ask from now on wait until the session is known. */
    renew() {
      if (failed) current = deferred();
      failed = false;
    },
  };
}

function deferred() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  // Nobody need await it: a rejection is not reported as unhandled.
  parts.promise.catch(() => {});
  return parts;
}
