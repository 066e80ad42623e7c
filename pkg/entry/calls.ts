// Calls that wait for an outcome, by number.

import { SessionError } from "./session-error.js";

/** The value with which an engine ends a call: a response, a configuration, or `null`. */
// biome-ignore lint/suspicious/noExplicitAny: each call knows what it is sent.
export type Sent = any;

interface Waiting {
  signal: AbortSignal | undefined;
  aborted: () => void;
  resolve: (sent: Sent) => void;
  reject: (error: SessionError) => void;
}

/** Makes the list of calls. `abort` gets the number of a call as its `AbortSignal` fires; `trace` gets what is called, and how it ends. */
export function createCalls(abort: (call: number) => void, trace: (...what: unknown[]) => void) {
  const waiting = new Map<number, Waiting>();
  let last = 0;

  /** Ends a call: with this error, or, where that is `null`, with what the engine sent. */
  const settle = (call: number, error: SessionError | null, sent?: Sent) => {
    const ended = waiting.get(call);
    trace("ended", call, error === null ? sent?.status : error.code);
    waiting.delete(call);
    // What the page passed as `signal` may be something else.
    ended?.signal?.removeEventListener?.("abort", ended.aborted);
    if (error === null) ended?.resolve(sent);
    else ended?.reject(error);
  };

  return {
    /**
     * Numbers a call, begins it by `begin`, which passes that number to the link, and promises its outcome. `value` makes the promise's value
     * of what the engine sent.
     */
    start<Value>(
      begin: (call: number) => void,
      value: (sent: Sent) => Value,
      signal: AbortSignal | undefined,
      about: string,
    ): Promise<Value> {
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
    settle,
    rejectAll(error: SessionError) {
      for (const call of [...waiting.keys()]) settle(call, error);
    },
  };
}
