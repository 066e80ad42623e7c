// The calls of a session's methods that have no outcome yet, by number.

import type { Begin, Call, Sent } from "./connection.js";
import { SessionError } from "./session-error.js";

interface WaitingCall {
  signal: AbortSignal | undefined;
  /** The listener of `signal`. */
  aborted: () => void;
  resolve: (sent: Sent) => void;
  reject: (error: SessionError) => void;
}

/**
 * Makes the list of calls. `pass` gets each call; `abort` gets the number of a call when its `AbortSignal` fires; `trace` is told of each call,
 * and of its end.
 */
export function createCalls(
  pass: (call: Call) => void,
  abort: (id: number) => void,
  trace: (...what: unknown[]) => void,
) {
  const waiting = new Map<number, WaitingCall>();
  let last = 0;

  /** Ends a call: rejects it with `error`, or, if that is `null`, resolves it with what the engine sent. */
  const settle = (id: number, error: SessionError | null, sent?: Sent) => {
    const waitingCall = waiting.get(id);
    trace("ended", id, error === null ? sent?.status : error.code);
    waiting.delete(id);
    // The page may have passed as `signal` something else than an `AbortSignal`.
    waitingCall?.signal?.removeEventListener?.("abort", waitingCall.aborted);
    if (error === null) waitingCall?.resolve(sent);
    else waitingCall?.reject(error);
  };

  return {
    /**
     * Begins a call, and returns the promise of its outcome. `begin` and `kind`: as in `Call`. `value` makes the promise's value of what the
     * engine sent; `about` describes the call to `trace`.
     */
    start<Value>(
      begin: Begin | undefined,
      value: (sent: Sent) => Value,
      signal: AbortSignal | undefined,
      kind: string,
      about = kind,
    ): Promise<Value> {
      if (signal?.aborted) return Promise.reject(new SessionError("aborted"));
      const id = ++last;
      return new Promise((resolve, reject) => {
        const aborted = () => abort(id);
        if (signal && !signal.addEventListener) throw new TypeError("signal must be an AbortSignal");
        signal?.addEventListener("abort", aborted);
        waiting.set(id, { signal, aborted, reject, resolve: (sent) => resolve(value(sent)) });
        trace("called", id, about);
        pass({ id, kind, begin });
      });
    },
    settle,
    rejectAll(error: SessionError) {
      for (const id of [...waiting.keys()]) settle(id, error);
    },
  };
}
