// Runs one engine on one instance of the WebAssembly, with its timers and requests, which end with the engine.

import { ANSWERED } from "../entry/acts.js";
import { type Answer, readAnswer } from "../entry/answer.js";
import type { BegunRequest } from "../entry/begun-request.js";
import {
  CLOSED,
  NEED_REASONS,
  type NeedReason,
  NOT_REAUTHENTICATED,
  OWN_BODY,
  REAUTHENTICATED,
  SESSION_BODY,
  WOKEN,
} from "../entry/boundary.js";
import { causeOf } from "../entry/cause.js";
import type { Entry, LinkCallbacks, Page, Sent } from "../entry/connection.js";
import { LONGEST_MS } from "../entry/longest-wait.js";
import type { Settings } from "../entry/options.js";
import type { Publication } from "../entry/publisher.js";
import type { Records } from "./records.js";
import { type Cells, readFailure, readPublication } from "./wire.js";

/** The functions that an instance of the module exports: `src/js/engine.rs`. */
export type Exports = Awaited<ReturnType<typeof import("../wasm/platform_session.js").createEngine>>;

/** The functions that the engine calls: its link's (`link.ts`, `start`), and the session's. */
interface EngineCallbacks extends Pick<LinkCallbacks, "trace" | "settle" | "reauthenticate"> {
  publish(publication: Publication): void;
  /** `message`: the number of a `MessageName`. `id`: the name of the sign-out, or 0. */
  broadcast(message: number, id: number): void;
  warnOfCache(): void;
  /** The engine is gone, with all that was its own; `error` says why. */
  failed(error: unknown): void;
}

export interface Engine {
  /** Calls the engine; `undefined` where it is gone. */
  run<Value>(act: (exports: Exports) => Value): Value | undefined;
  take(entry: Entry): void;
  /** `page`: what the engine begins with. `journal`: what happened since, in order. */
  start(page: Omit<Page, "age"> & { ageMs: number }, journal: Entry[]): void;
  close(): void;
}

/** A request under way. */
interface InFlight {
  abort: AbortController;
  deadline: Timer;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/**
 * Makes one engine on an instance of the module. `begun`: the requests that the entry has sent, in the order of their numbers. `records`: the
 * values that the engine knows by numbers. `callbacks`: the functions that the engine calls.
 */
export function createEngine(
  exports: Exports,
  settings: Pick<Settings, "timeoutMs">,
  begun: readonly (BegunRequest | undefined)[],
  records: Records,
  callbacks: EngineCallbacks,
): Engine {
  /** Requests under way, by number. */
  const inFlight = new Map<number, InFlight>();
  let timer: Timer;
  /** Whether the timer is due right after the current task. */
  let isSoon = false;
  let ended = false;
  let reauthentications = 0;
  /** The browser's own error, set while the engine takes in that a request was lost. */
  let cause: Error | undefined;

  /** Calls the engine, unless it has trapped or ended. */
  const run: Engine["run"] = (act) => {
    if (ended) return undefined;
    try {
      return act(exports);
    } catch (error) {
      end();
      return callbacks.failed(error) as undefined;
    }
  };
  const take: Engine["take"] = ({ act, args, id, age }) =>
    run(() => {
      if (!act) return callbacks.settle(id as number, null);
      // The answer is read only now: reading another answer later could make its numbers void. `act` names a function of `src/js/engine.rs`.
      const facts = act === ANSWERED ? records.read(args.pop() as Answer, SESSION_BODY) : [];
      (exports[act] as (...given: unknown[]) => void)(...args, age(), ...facts);
    });
  /** Passes an event of the engine's own. */
  const handleEvent = (happening: number) => run(() => exports.handleEvent(happening, 0, 0));

  const end = () => {
    ended = true;
    clearTimeout(timer);
    for (const id of [...inFlight.keys()]) finish(id, true);
    // The memory is overwritten: it may hold a token. Later, when none of the engine's functions is on the stack.
    queueMicrotask(() => new Uint8Array(exports.memory.buffer).fill(0));
  };

  /** Removes from `inFlight` a request that gets no answer. Returns whether it was under way. `aborting`: aborts it, too. */
  const finish = (id: number, aborting = false) => {
    const request = inFlight.get(id);
    callbacks.trace("lost", id, aborting);
    clearTimeout(request?.deadline);
    if (aborting) request?.abort.abort();
    return inFlight.delete(id);
  };

  /** The functions that the engine calls, by their names (`src/js/host.rs`). */
  // biome-ignore lint/suspicious/noExplicitAny: as they are declared there.
  const host: Record<string, (...parts: any[]) => unknown> = {
    ...callbacks,
    /** Reads the response to a request. Without `abort` it is a request that was sent before the engine ran. */
    read(id: number, pendingResponse: Promise<Response>, abort: AbortController | undefined, body: number) {
      const pageReadsBody = body === OWN_BODY;
      const request = abort
        ? { abort, age: () => 0, preloadedMs: () => 0, answer: readAnswer(pendingResponse, pageReadsBody) }
        : (begun[id - 1] as BegunRequest);
      let deadline: Timer;
      if (!pageReadsBody) {
        deadline = later(settings.timeoutMs - request.age(), () => {
          if (finish(id, true)) run(() => exports.lost(id, true, 0));
        });
      }
      inFlight.set(id, { abort: request.abort, deadline });
      request.answer
        .then((answer) => {
          if (!inFlight.has(id)) {
            // The first answer's promise would hold a user that is shown no more for as long as the session.
            answer.text = answer.record = undefined;
            return;
          }
          const { response } = answer;
          // The answer is read only now: reading another answer later could make its numbers void.
          const facts = records.read(answer, body);
          callbacks.trace("answered", id, response.url, response.status);
          inFlight.delete(id);
          run(() => exports.answered(id, response, request.preloadedMs(), 0, ...facts));
          // Last, because clearing a timer takes microseconds, and gates would wait for it.
          clearTimeout(deadline);
        })
        // A page that has put strange things on `Object.prototype` may keep an answer from being read.
        .catch((error) => {
          if (!finish(id)) return;
          cause = causeOf(error);
          let late = false;
          try {
            late = error.name === "TimeoutError";
          } catch {
            // The page's own `fetch` may reject with `undefined`, or with an object with getters that throw.
          }
          run(() => exports.lost(id, late, 0));
          cause = undefined;
        });
    },
    cancel: (id: number) => finish(id, true),
    publish: (cells: Cells) => callbacks.publish(readPublication(cells, records, cause)),
    settle: (id: number, error: Cells | null, sent: Sent) =>
      // Only the call `sso.config()` uses the configuration of single sign-on; every other call ignores it.
      callbacks.settle(id, error && readFailure(error, cause), sent ?? records.config()),
    /** Sets the timer, or clears it for `undefined`. */
    wake(ms: number | undefined) {
      // A timer that is due right after this task is not set again, so that later calls in the task do not postpone it.
      if (ms === 0 && isSoon) return;
      clearTimeout(timer);
      isSoon = ms === 0;
      const act = () => {
        isSoon = false;
        handleEvent(WOKEN);
      };
      // Browsers slow down the timers of a hidden page.
      if (isSoon && document.hidden) queueMicrotask(act);
      else if (ms !== undefined) timer = later(ms, act);
    },
    reauthenticate(reason: number, user: number | undefined) {
      reauthentications++;
      const number = reauthentications;
      // The end of a reauthentication counts only if no later one has begun.
      const over = (happening: number) => () => number === reauthentications && handleEvent(happening);
      callbacks
        .reauthenticate(NEED_REASONS[reason] as NeedReason, user)
        .then(over(REAUTHENTICATED), over(NOT_REAUTHENTICATED));
    },
  };
  // Traces each call of the engine's. After a listener has called back into the engine, and that call has trapped, the remaining effects of
  // the earlier step are dropped.
  for (const [name, act] of Object.entries(host)) {
    host[name] = (...parts) => {
      callbacks.trace(name, parts[0]);
      if (!ended || name === "read") act(...parts);
      // If the page's own `fetch` has ended the engine while it sent a request, that request is aborted. Only `read` brings one.
      if (ended) finish(parts[0], true);
    };
  }

  return {
    run,
    take,
    start(page, journal) {
      const shown = records.readShown(page.shown);
      run(() => exports.begin(host, page.origin as string, page, ...shown));
      for (const entry of journal) take(entry);
      run(() => exports.run());
    },
    close() {
      handleEvent(CLOSED);
      if (!ended) end();
    },
  };
}

const later = (ms: number, act: () => void) => setTimeout(act, Math.min(ms, LONGEST_MS));
