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
const CALLS = ["logout", "refresh", "permissions", "roles", "ssoConfig", "abort"];

/**
 * `answered` is told the first answer as soon as it is there, `started` when the module's session runs, and
 * `failed` why it cannot. On a server, where there is no window, nothing is ever begun.
 */
export function createLink(settings, face, { answered, started, failed }) {
  const isPage = typeof window !== "undefined";
  let engine;
  let first;
  let loading;
  let closed = false;

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
    answer.then(answered, () => {});
    return { answer, abort, began: performance.now() };
  };

  const host = {
    ...face,
    read(id, responding, whole) {
      responding
        // The first answer was read as it came, before the module was there to ask for it.
        .then((got) => (got.response || !whole ? got : readAnswer(got)))
        .then(
          (got) => run((engine) => engine.answered(id, got.response ?? got, got.body)),
          () => run((engine) => engine.lost(id)),
        );
    },
  };

  const open = () => {
    if (!isPage) return;
    first = beginRead();
    loading = loadModule(settings.wasm, first.answer)
      .then(start)
      .catch(() => fail(false));
  };

  /** @param {typeof import("../wasm/platform_session.js").Engine} Engine */
  const start = (Engine) => {
    if (closed) return;
    const { origin, discard, onFocus, onOnline, reauthenticate } = settings;
    const { intervalMs, minIntervalMs, maxStaleMs, timeoutMs } = settings;
    const flags =
      (discard && DISCARD) |
      (onFocus && ON_FOCUS) |
      (onOnline && ON_ONLINE) |
      (reauthenticate && REAUTHENTICATES);
    engine = new Engine(host, origin, flags, intervalMs, minIntervalMs, maxStaleMs, timeoutMs);
    const age = performance.now() - first.began;
    engine.start(settings.initial, first.answer, first.abort, age, settings.tabs);
    started();
  };

  /** Nothing runs any more: gates close, calls are rejected, and the next one tries anew. */
  const fail = (retryable) => {
    first.abort.abort();
    engine = undefined;
    loading = undefined;
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

  /** Passes a call on: at once where the module runs, so that what it closes is closed when this returns. */
  const run = (act, reject = /** @type {(error: unknown) => void} */ (() => {})) => {
    const refuse = (code) => reject(new SessionError(code));
    if (closed || !isPage) return refuse("closed");
    if (engine) return guard(act, reject);
    if (!loading) open();
    loading.then(() => {
      if (closed) refuse("closed");
      else if (engine) guard(act, reject);
      else refuse("wasm-unavailable");
    });
  };

  return {
    open,
    run,
    /** The module's answer to a question that needs no waiting but for the module. */
    ask: (question) => new Promise((resolve, reject) => run((engine) => resolve(question(engine)), reject)),
    call: (name, id) => run((engine) => engine.call(CALLS.indexOf(name), id)),
    isRunning: () => engine !== undefined,
    isClosed: () => closed || !isPage,
    mayReturnTo(...parts) {
      if (!engine) throw new SessionError("wasm-unavailable", { retryable: true });
      return engine.mayReturnTo(...parts);
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
