// Calls that wait for an outcome, by number.

import { SessionError } from "./session-error.js";

/** `abort` is told the number of a call whose `AbortSignal` fired. */
export function createCalls(abort) {
  const waiting = new Map();
  let last = 0;

  const end = (call) => {
    const { signal, aborted, ...promise } = waiting.get(call) ?? {};
    waiting.delete(call);
    // It may be none: what was handed over for one is the page's.
    signal?.removeEventListener?.("abort", aborted);
    return promise;
  };

  return {
    /** A promise for the outcome of `begin(call)`; `value` makes its value of what the module sent. */
    start(begin, value, signal) {
      if (signal?.aborted) return Promise.reject(new SessionError("aborted"));
      const call = ++last;
      return new Promise((resolve, reject) => {
        const aborted = () => abort(call);
        signal?.addEventListener("abort", aborted);
        waiting.set(call, { signal, aborted, reject, resolve: (sent) => resolve(value(sent)) });
        begin(call);
      });
    },
    isWaiting: (call) => waiting.has(call),
    resolve: (call, sent) => end(call).resolve?.(sent),
    reject: (call, error) => end(call).reject?.(error),
    rejectAll(error) {
      for (const call of [...waiting.keys()]) end(call).reject(error);
    },
  };
}
