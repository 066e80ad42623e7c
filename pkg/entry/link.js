// The way to the module: loads it, starts its session, and passes calls on.

import { readAnswer } from "./answer.js";
import { forgetModule, loadModule } from "./module.js";
import { SessionError } from "./session-error.js";

// The flags of `src/js/engine.rs`.
const DISCARD = 1;
const ON_FOCUS = 2;
const ON_ONLINE = 4;
const REAUTHENTICATES = 8;

/** The calls that bring nothing along, in the order of `Engine::call`. */
const CALLS = ["logout", "refresh", "permissions", "roles", "ssoConfig", "read", "abort"];

/**
 * `answered` is told the first answer as soon as it is there, `started` when the module's session runs, `failed` why
 * it cannot, and `left` that the page leaves for the back/forward cache before it does. On a server, where there is no
 * window, nothing is ever begun.
 */
export function createLink(settings, face, { answered, started, failed, left }) {
  const isPage = typeof window !== "undefined";
  let engine;
  let first;
  let loading;
  let closed = false;
  /** What was called while the module was on its way. */
  const waiting = [];
  /** What was called meanwhile and wants more than the first answer. */
  const afterwards = [];
  /** The first answer is not there yet. */
  let awaited;
  /** Until when the page is in the back/forward cache, once it was. */
  let away;

  /** The session read leaves now, and waits for nobody. */
  const beginRead = () => {
    const abort = new AbortController();
    const response = fetch(`${settings.origin}/api/auth/session`, {
      credentials: "include",
      cache: "no-store",
      redirect: "manual",
      signal: abort.signal,
    });
    const answer = readAnswer(response);
    awaited = true;
    answer
      .then(answered, () => {})
      .then(() => {
        awaited = false;
      });
    // Until the module runs, nobody else hears of it. What was asked before says nothing about the return.
    const leave = ({ persisted }) => {
      if (engine || !persisted) return;
      abort.abort();
      left();
      // A listener may have closed the session.
      if (closed) return;
      away = new Promise((back) => addEventListener("pageshow", back, { once: true })).then(() => {
        if (loading && !closed) first = beginRead();
      });
    };
    addEventListener("pagehide", leave, { signal: abort.signal });
    return { answer, abort, began: performance.now() };
  };

  const host = {
    ...face,
    read(id, responding, whole) {
      // What an instance asked for before it trapped is nothing to the one after it.
      const asking = engine;
      const tell = (act) => engine === asking && run(act);
      responding
        // The first answer was read as it came, before the module was there to ask for it.
        .then((got) => (got.response || !whole ? got : readAnswer(got)))
        .then(
          (got) => tell((engine) => engine.answered(id, got.response ?? got, got.body)),
          () => tell((engine) => engine.lost(id)),
        );
    },
  };

  const passOn = (calls) => {
    for (const pass of calls.splice(0)) pass();
  };

  const open = () => {
    if (!isPage) return;
    first = beginRead();
    loading = loadModule(settings.wasm, first.answer)
      .then(start)
      .catch(() => fail(false));
  };

  /** @param {typeof import("../wasm/platform_session.js").Engine} Engine */
  const start = async (Engine) => {
    await away;
    if (closed) return passOn(waiting);
    const { origin, discard, onFocus, onOnline, reauthenticate } = settings;
    const { intervalMs, minIntervalMs, maxStaleMs, timeoutMs } = settings;
    const flags =
      (discard && DISCARD) |
      (onFocus && ON_FOCUS) |
      (onOnline && ON_ONLINE) |
      (reauthenticate && REAUTHENTICATES);
    engine = new Engine(host, origin, flags, intervalMs, minIntervalMs, maxStaleMs, timeoutMs);
    const age = performance.now() - first.began;
    engine.start(settings.initial, first.answer, first.abort, age, settings.tabs, settings.signingOut);
    started();
    // Before any answer is read: what a call closes stays closed, and a refresh beside the first read shares it.
    passOn(waiting);
  };

  /** Nothing runs any more: gates close, calls are rejected, and the next one tries anew. */
  const fail = (retryable) => {
    first.abort.abort();
    engine = undefined;
    loading = undefined;
    // First, so that what a listener calls belongs to the next try.
    passOn(waiting);
    if (!closed) failed(new SessionError("wasm-unavailable", { retryable }));
  };

  /** An instance that trapped says nothing any more. */
  const guard = (act, reject) => {
    try {
      act(engine);
    } catch {
      forgetModule();
      fail(true);
      reject(new SessionError("wasm-unavailable", { retryable: true }));
    }
  };

  /**
   * Passes a call on: at once where the module runs, so that what it closes is closed when this returns. `afresh`: the
   * first answer is not good enough for it, once it is there.
   */
  const run = (act, reject = /** @type {(error: unknown) => void} */ (() => {}), afresh = false) => {
    const refuse = (code) => reject(new SessionError(code));
    if (closed || !isPage) return refuse("closed");
    if (engine) return guard(act, reject);
    if (!loading) open();
    const pass = () => {
      if (closed) refuse("closed");
      else if (engine) guard(act, reject);
      else refuse("wasm-unavailable");
    };
    if (afresh && !awaited) {
      afterwards.push(pass);
      loading.then(() => passOn(afterwards));
    } else {
      // In the order of the calls: what a later one closes, an earlier one does not open.
      waiting.push(...afterwards.splice(0), pass);
    }
  };

  return {
    open,
    run,
    call: (name, id) => run((engine) => engine.call(CALLS.indexOf(name), id)),
    isRunning: () => engine !== undefined,
    isClosed: () => closed || !isPage,
    mayReturnTo(...parts) {
      if (!engine) throw new SessionError("wasm-unavailable", { retryable: true });
      return engine.constructor.mayReturnTo(...parts);
    },
    close() {
      if (closed) return;
      closed = true;
      first?.abort.abort();
      if (!engine) return;
      guard(
        (engine) => engine.close(),
        () => {},
      );
      // A listener may have closed the session: its memory is given back once nobody of the module is calling.
      const closing = engine;
      engine = undefined;
      queueMicrotask(() => closing?.free());
    },
  };
}
