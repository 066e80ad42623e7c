// Calls that wait for an outcome, by number.

import { SessionError } from "./session-error.js";

/** `abort` gets the number of a call whose `AbortSignal` fired; `trace` gets what is called, and how it ends. */
export function createCalls(abort, trace) {
  const waiting = new Map();
  let last = 0;

  const end = (call, outcome) => {
    const ended = waiting.get(call);
    trace("ended", call, outcome);
    waiting.delete(call);
    // What the page passed as `signal` may be something else.
    ended?.signal?.removeEventListener?.("abort", ended.aborted);
    return ended;
  };

  return {
    /** Numbers a call, begins it, and promises its outcome. `value` makes the promise's value of what the engine sent. */
    start(begin, value, signal, about) {
      if (signal?.aborted) return Promise.reject(new SessionError("aborted"));
      const call = ++last;
      return new Promise((resolve, reject) => {
        const aborted = () => abort(call);
        if (signal && !signal.addEventListener) throw new TypeError("signal must be an AbortSignal");
        signal?.addEventListener("abort", aborted);
        waiting.set(call, { signal, aborted, reject, resolve: (sent) => resolve(value(sent)) });
        trace("called", call, about);
        begin(call);
      });
    },
    resolve: (call, sent) => end(call, sent?.status)?.resolve(sent),
    reject: (call, error) => end(call, error.code)?.reject(error),
    rejectAll(error) {
      for (const call of [...waiting.keys()]) end(call, error.code).reject(error);
    },
  };
}
