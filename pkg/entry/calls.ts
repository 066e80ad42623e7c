// The calls of a session's methods that have no outcome yet, by number.

import { SessionError } from "./session-error.js";

/** The value with which an engine ends a call: a response, a configuration, or `null`. */
// biome-ignore lint/suspicious/noExplicitAny: each method knows the type of its own value.
export type Sent = any;

interface WaitingCall {
  signal: AbortSignal | undefined;
  /** The listener of `signal`. */
  aborted: () => void;
  resolve: (sent: Sent) => void;
  reject: (error: SessionError) => void;
}

/** Makes the list of calls. `abort` gets the number of a call when its `AbortSignal` fires; `trace` is told of each call, and of its end. */
export function createCalls(abort: (call: number) => void, trace: (...what: unknown[]) => void) {
  const waiting = new Map<number, WaitingCall>();
  let last = 0;

  /** Ends a call: rejects it with `error`, or, if that is `null`, resolves it with what the engine sent. */
  const settle = (call: number, error: SessionError | null, sent?: Sent) => {
    const waitingCall = waiting.get(call);
    trace("ended", call, error === null ? sent?.status : error.code);
    waiting.delete(call);
    // The page may have passed as `signal` something else than an `AbortSignal`.
    waitingCall?.signal?.removeEventListener?.("abort", waitingCall.aborted);
    if (error === null) waitingCall?.resolve(sent);
    else waitingCall?.reject(error);
  };

  return {
    /**
     * Begins a call, and returns the promise of its outcome. `begin` gets the call's number; `value` makes the promise's value of what the
     * engine sent; `about` describes the call to `trace`.
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
