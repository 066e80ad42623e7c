// One engine on one instance of the module, with the timers and requests that are its own: it ends with all of them.

import { readAnswer } from "./answer.js";
import { MESSAGES } from "./channel.js";

/** The calls that have no body, in the order of `ask` in `src/js/engine.rs`. */
const CALLS = ["logout", "refresh", "permissions", "roles", "ssoConfig", "read", "abort"];

/** What may happen around a session, by name, in the order of `hear` in `src/js/engine.rs`. */
const EVENTS = [
  ...MESSAGES,
  "woken",
  "hidden",
  "visible",
  "focused",
  "offline",
  "online",
  "leaving",
  "restored",
  "not-reauthenticated",
  "reauthenticated",
  "catalogue-unwatched",
  "catalogue-watched",
  "window-gone",
  "window-opened",
  "unloading",
  "closed",
];

/** In the order of `NeedReason` in `src/core/effect.rs`. */
const NEEDS = ["ended", "bearer"];

/** The longest time that a timer can hold. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * @typedef {Awaited<ReturnType<typeof import("../wasm/platform_session.js").createEngine>>} Engine What an instance exports.
 * @typedef {import("./first-read.js").FirstRead} FirstRead
 */

/** Numbers a call by its name. */
export const callNumber = (name) => CALLS.indexOf(name);

/**
 * `face` is what the engine calls; its `trapped` tells that the engine is gone, with all that was its own.
 * @param {Engine} engine
 * @param {FirstRead | undefined} first
 */
export function createGeneration(engine, settings, first, face) {
  /** Requests under way, by number. */
  const flights = new Map();
  let alarm;
  let ended = false;
  /** The number by which the engine knows the first read, if it has taken it up. */
  let taken;

  /** Calls the engine. One that trapped, or was closed, is never called again. */
  const run = (act) => {
    if (ended) return undefined;
    try {
      return act(engine);
    } catch {
      end(true);
      return face.trapped();
    }
  };
  const telling = (name) => (engine) => engine.hear(EVENTS.indexOf(name));
  const tell = (name) => run(telling(name));

  const end = (aborting) => {
    ended = true;
    clearTimeout(alarm);
    for (const id of [...flights.keys()]) land(id, aborting);
    // The memory is overwritten: it may hold a token. Later, when none of the engine's functions is on the stack.
    queueMicrotask(() => new Uint8Array(engine.memory.buffer).fill(0));
  };

  /** Takes a request off the list. Returns whether it was on it. */
  const land = (id, aborting = false) => {
    const flight = flights.get(id);
    clearTimeout(flight?.deadline);
    if (aborting) flight?.abort.abort();
    return flights.delete(id);
  };

  const host = {
    publish: face.publish,
    settle: face.settle,
    read(id, responding, abort, whole) {
      const begun = abort && {
        abort,
        age: () => 0,
        answer: readAnswer(responding, !whole),
      };
      if (!begun) taken = id;
      const read = begun ?? /** @type {FirstRead} */ (first);
      let deadline;
      if (whole) {
        deadline = later(settings.timeoutMs - read.age(), () => {
          if (land(id, true)) run((engine) => engine.lost(id, true));
        });
      }
      flights.set(id, { abort: read.abort, answer: read.answer, deadline });
      read.answer
        .then((answer) => {
          if (!flights.has(id)) return;
          // Numbered only now: another answer may make an earlier number void. The first answer was numbered when it arrived
          // (`expect` in `link.js`).
          const { response, body } = begun ? face.number(answer) : answer;
          flights.delete(id);
          run((engine) => engine.answered(id, response, body));
          // Only now: to clear a timer takes microseconds, for which gates would wait.
          clearTimeout(deadline);
        })
        // A page that has put strange things on `Object.prototype` may keep an answer from being read.
        .catch(() => land(id) && run((engine) => engine.lost(id, false)));
    },
    cancel: (id) => land(id, true),
    wake(ms) {
      clearTimeout(alarm);
      if (ms !== undefined) alarm = later(ms, () => tell("woken"));
    },
    broadcast: (message) => face.broadcast(MESSAGES[message]),
    reauthenticate(reason, user) {
      face.reauthenticate(NEEDS[reason], user).then(
        () => {
          tell("reauthenticated");
          // The next engine may not have asked: to it, somebody may have signed in as in a window.
          if (ended) face.windowGone();
        },
        () => tell("not-reauthenticated"),
      );
    },
  };
  // A listener may call back into the engine, and that call may trap: the rest of the earlier step's effects is dropped.
  for (const [name, act] of Object.entries(host)) {
    host[name] = (...parts) => {
      if (!ended || name === "read") act(...parts);
      // If the page's own `fetch` has ended the engine, nobody waits for the request that it has sent: it is aborted. Only
      // `read` brings one.
      if (ended) land(parts[0], true);
    };
  }

  return {
    run,
    /** What tells the engine that something happened. */
    telling,
    /**
     * `initial`: the body that is shown, and how long ago it was handed over or asked for. `user`: who was shown last, if
     * that is known. `signOut`: one that nobody has confirmed, with its user and how often other tabs were told of it.
     */
    start(initial, user, signOut, unseen) {
      // In the order of the flags of `src/js/engine.rs`.
      const flags = [
        settings.discard,
        settings.onFocus,
        settings.onOnline,
        settings.reauthenticate,
        document.hidden,
        !navigator.onLine,
        first,
        initial?.news.reason === "deactivated",
        unseen,
      ].reduce((sum, holds, bit) => sum | (holds ? 1 << bit : 0), 0);
      run(() =>
        engine.begin(
          /** @type {any} */ (host),
          settings.origin,
          flags,
          settings.intervalMs,
          settings.minIntervalMs,
          settings.maxStaleMs,
          settings.timeoutMs,
          settings.expiringMs,
          initial?.body,
          initial?.age() ?? 0,
          first?.age() ?? 0,
          // WebAssembly takes `undefined` as NaN, or as 0.
          /** @type {any} */ (user),
          /** @type {any} */ (signOut?.told),
          /** @type {any} */ (signOut?.user),
        ),
      );
      // The engine did not take it up: it reads later, or it has trapped.
      if (!taken) first?.abort.abort();
    },
    /** Tells the engine how the first read ended, if it has. */
    hearFirst() {
      if (first?.deliver && land(taken)) run((engine) => first.deliver?.(engine, taken));
    },
    /** A sign-out under way goes on. Resolves once it is over. */
    async close() {
      tell("closed");
      // The page's own `fetch` may have closed the session: the engine hears of it only once that returns.
      await null;
      const answers = [...flights.values()].map(({ answer }) => answer);
      if (!ended) end(false);
      return Promise.allSettled(answers);
    },
  };
}

const later = (ms, act) => setTimeout(act, Math.min(ms, LONGEST_MS));
