// The way to the engine. Before it runs, what happens is written into a journal, in order, with its time, and the engine takes it from
// there. Meanwhile the page shows `initial`, and the first answer, unless something came before it that could outdate it.

import { createCache } from "../engine/cache.js";
import { createEngine } from "../engine/engine.js";
import { startAge } from "./age.js";
import { MESSAGES, openChannel } from "./channel.js";
import { readSession } from "./first-read.js";
import { readFirstAnswer } from "./initial.js";
import { sendSignOut, watchSignOuts } from "./keepalive-sign-out.js";
import { watchPage } from "./page-events.js";
import { SessionError } from "./session-error.js";
import { UNKNOWN } from "./snapshot.js";

/** The longest waits for another try at the module: after one failure, and after many. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Must not be carried out hours later, when somebody else may use the page. */
const OF_ITS_TIME = ["login", "logout", "start"];

/** After these the first answer may be outdated, as after a sign-in or sign-out here. */
const OUTDATING = [...MESSAGES, "leaving", "restored"];

/** Of 31 bits: the same number on both sides of the boundary. */
const newSignOutName = () => Math.ceil(Math.random() * (2 ** 31 - 1));

/** Deployments where somebody has signed out since: what a server read for this page before is not shown again. */
const signedOut = new Set();

let hasWarned = false;
function warnOfCachedAnswers() {
  if (!hasWarned) console.warn("platform-session: a service worker or a cache keeps answers");
  hasWarned = true;
}

/**
 * `firstRead`: the first read, which has left already; where there is none, no session runs. `module` makes instances (`module.js`). `callbacks` is the session's side.
 */
export function createLink(settings, firstRead, module, callbacks) {
  /** "opening": the module is on its way. "waiting": it did not come, and is asked for again later. @type {"opening" | "running" | "waiting" | "over"} */
  let is = firstRead ? "opening" : "over";
  /** The code of what every call is refused with, once it is over; and where no session runs, as on a server. */
  let over = "closed";
  /** @type {{ replay: (engine: any, age: number, intern: Function) => void, age: () => number, call?: any }[]} */
  let journal = [];
  /** What the engine begins with. */
  let page;
  /** Nothing has happened that could outdate the first answer. */
  let isShowable = true;
  let first = firstRead;
  let engine;
  let failures = 0;
  let timer;
  /** Which identity is shown, as the core counts them; and which one it was when the journal began. */
  let identity = 0;
  let base = 0;
  /** What is shown before the engine runs; and whom the identity is about, shown or not. */
  let shown = UNKNOWN;
  let about;
  /** The page goes: nothing that is called now may wait for the engine. */
  let isGoing = false;
  /** The sign-out of this page that is not known to be over, by its name. */
  let unanswered;
  /**
   * Sign-outs that are not known to be over, and since when each is known: an engine that comes later gets them.
   * @type {Map<number, () => number>}
   */
  const elsewhere = new Map();
  /** How often the page has left for the back/forward cache. */
  let leaves = 0;
  const listening = new AbortController();
  let channel;

  const record = (replay, call, age = startAge()) => journal.push({ replay, age, call });
  const isOver = () => is === "over";
  const isRunning = () => is === "running";
  const assertOpen = (allowed) => {
    if (isOver() && over !== allowed) throw new SessionError(over);
  };

  const show = (publication) => {
    shown = publication;
    about = publication.user?.id ?? about;
    callbacks.show({ ...publication, identity });
  };
  /** Hides what is shown: nothing is known, or somebody has signed out. */
  const hide = (publication) => show({ ...UNKNOWN, rolesChanged: true, roles: null, ...publication });
  const endIdentity = () => {
    identity++;
    about = undefined;
  };
  const hideSignedOut = () => {
    endIdentity();
    hide({ status: "unauthenticated", reason: "signed-out", signOutPending: unanswered !== undefined });
  };

  /** The sign-out that no engine will send. The session gets its end as that of another tab. */
  const sendUnanswered = () => {
    const id = unanswered;
    if (id === undefined) return undefined;
    unanswered = undefined;
    elsewhere.set(id, startAge());
    return sendSignOut(id, settings.origin).then(() => channel.post("sign-out-over", id));
  };

  /** Ends the calls that wait in the journal. */
  const refuseCalls = (code, which = (_call) => true) => {
    const refused = journal.filter(({ call }) => call && which(call));
    journal = journal.filter((entry) => !refused.includes(entry));
    for (const { call } of refused)
      callbacks.refuse(call.id, new SessionError(code, { retryable: code !== "superseded" }));
  };

  const handleEvent = (name, id, age) => {
    callbacks.trace(name);
    if (name === "leaving") leaves++;
    if (name === "signed-out") {
      signedOut.add(settings.origin);
      elsewhere.set(id, age ?? startAge());
    }
    if (name === "sign-out-over") elsewhere.delete(id);
    const leaving = name === "leaving" || name === "unloading";
    if (leaving || name === "restored") isGoing = leaving;
    if (isRunning()) return engine.handleEvent(name, id);
    if (is === "waiting") return handleWhileWaiting(name);
    if (isOver()) return;
    if (OUTDATING.includes(name)) isShowable = false;
    // Somebody has signed in since: a sign-out that has not left is given up.
    if (name === "signed-in" && unanswered !== undefined) {
      const id = unanswered;
      unanswered = undefined;
      withdraw(["logout"], id);
      channel.post("sign-out-over", id);
      record((engine, at) => engine.handleEvent("sign-out-over", id, at), undefined, age);
    }
    if (leaving) {
      if (name === "leaving" && shown.user) hide();
      goes();
    }
    record((engine, at) => engine.handleEvent(name, id ?? 0, at), undefined, age);
    if (name === "signed-out") hideSignedOut();
  };
  /** It may be hours until the page is back, and somebody else may use it then. */
  const goes = () => {
    withdraw(OF_ITS_TIME, unanswered);
    sendUnanswered();
  };
  /**
   * Ends calls of these kinds. A sign-out among them is to the engine what another tab's is, in the place of its call: what was called
   * after it belongs to the identity that began there.
   */
  const withdraw = (kinds, id) => {
    journal = journal.flatMap((entry) =>
      entry.call?.kind === "logout"
        ? [{ replay: (engine, at) => engine.handleEvent("signed-out", id, at), age: entry.age }, entry]
        : [entry],
    );
    refuseCalls("superseded", ({ kind }) => kinds.includes(kind));
  };
  const handleWhileWaiting = (name) => {
    if (name === "offline") clearTimeout(timer);
    if (name === "online" || name === "restored") retry();
    if (name === "signed-out") {
      endIdentity();
      hide({ error: lacking() });
    }
  };

  const call = (called) => {
    if (isOver()) return callbacks.refuse(called.id, new SessionError(over));
    const { kind, begin } = called;
    const signsOut = kind === "logout";
    if (signsOut) {
      signedOut.add(settings.origin);
      unanswered ??= newSignOutName();
      // Here, and not by the engine: they get it once, and at once.
      channel.post("signed-out", unanswered);
    }
    if (isRunning()) return engine.run((exports) => begin(exports, 0, unanswered));
    if (is === "waiting") load();
    const id = unanswered;
    record((exports, age) => begin(exports, age, id), called);
    if (signsOut || kind === "login") isShowable = false;
    if (signsOut) {
      hideSignedOut();
      if (isGoing) goes();
    }
  };

  /** Waits for the answer of the first read, until an engine does. */
  const expect = (read) => {
    first = read;
    const isAwaited = () => first === read && is === "opening";
    read.answer
      .then((answer) => {
        if (!isAwaited()) return;
        const publication = readFirstAnswer(answer, shown.features);
        const preloadedMs = read.preloadedMs();
        record((engine, age, intern) =>
          engine.answered(1, answer.response, intern(answer), preloadedMs, age),
        );
        if (!publication || !isShowable) return;
        // As the engine says it: `src/core/rules/session_read.rs`, `found_nobody`.
        if (publication.reason === "no-session")
          publication.reason = shown.user ? "ended" : (shown.reason ?? publication.reason);
        if (publication.user && about !== undefined && publication.user.id !== about) endIdentity();
        show(publication);
      })
      // A response that the page has made itself may throw, too.
      .catch(() => isAwaited() && record((engine, age) => engine.lost(1, false, age)));
  };

  /** A journal begins, as a page begins. */
  const begin = (initial) => {
    base = identity;
    journal = [];
    page = {
      ...settings,
      reauthenticates: !!settings.reauthenticate,
      hidden: document.hidden,
      offline: !navigator.onLine,
      initial,
      about,
      age: startAge(),
    };
  };

  const load = () => {
    clearTimeout(timer);
    if (is === "waiting") {
      is = "opening";
      begin();
      isShowable = false;
      for (const [id, age] of elsewhere) {
        // What it ended is counted already.
        base--;
        record((engine, at) => engine.handleEvent("signed-out", id, at), undefined, age);
      }
    }
    module.loadInstance(settings.wasm, first?.answer).then(start, (error) => {
      console.warn("platform-session: the WebAssembly did not load: try platform-session/inline", error);
      if (is === "opening") failed(!module.mayComeLater(settings.wasm));
    });
  };

  const start = (instance) => {
    if (is !== "opening") return;
    if (!first) expect(readSession(settings));
    // The page's own `fetch` may have closed the session.
    if (is !== "opening") return;
    is = "running";
    failures = 0;
    const entries = journal;
    journal = [];
    engine = createEngine(instance, settings, first, createCache(shown.features), {
      trace: callbacks.trace,
      settle: callbacks.settle,
      reauthenticate: callbacks.reauthenticate,
      /** `publication`: `null` where nothing is known. */
      publish(publication) {
        identity = base + (publication?.identity ?? 0);
        callbacks.publish({ ...(publication ?? UNKNOWN), identity });
      },
      broadcast(message, id) {
        if (message === "sign-out-over" && id === unanswered) unanswered = undefined;
        channel.post(message, id);
      },
      warnOfCachedAnswers,
      trapped: () => end("wasm-unavailable"),
    });
    engine.start({ ...page, ageMs: page.age() }, entries);
    if (isRunning()) callbacks.started();
  };

  /** The module did not come: what was called ends, and the next try begins by itself, as a page begins. */
  const failed = (isFinal) => {
    if (isFinal) return end("wasm-unavailable");
    is = "waiting";
    failures++;
    first?.abort.abort();
    first = undefined;
    sendUnanswered();
    // The page's own `fetch` may have closed the session.
    if (isOver()) return;
    refuseCalls("wasm-unavailable");
    retry();
    callbacks.failed(lacking());
    hide({ error: lacking() });
  };
  const lacking = () => new SessionError("wasm-unavailable", { retryable: true });

  /** Exponential backoff with full jitter. */
  const retry = () => {
    clearTimeout(timer);
    if (!navigator.onLine) return;
    const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    const waitMs = Math.random() * longest;
    callbacks.trace("wake", waitMs);
    timer = setTimeout(load, waitMs);
  };

  /** The session is over: it was closed, its engine has trapped, or none can run here. */
  const end = (code) => {
    if (isOver()) return;
    const wasRunning = isRunning();
    is = "over";
    over = code;
    clearTimeout(timer);
    listening.abort();
    const before = identity;
    if (wasRunning && code === "closed") engine.close();
    first?.abort.abort();
    Promise.resolve(sendUnanswered()).then(channel.close);
    // Where an engine has closed it, that has ended the identity, and has shown this already.
    if (identity === before) identity++;
    const error = new SessionError(code);
    callbacks.over(error);
    hide({ error });
  };

  return {
    /** The session begins. `initial`: what a server read for this page, and what to publish of it. */
    open(given) {
      if (isOver()) return given && callbacks.show({ ...given.publication, identity });
      const initial = signedOut.has(settings.origin) ? undefined : given;
      begin(initial?.body);
      channel = openChannel(settings, handleEvent);
      if (initial) show(initial.publication);
      expect(firstRead);
      watchPage(handleEvent, listening.signal);
      watchSignOuts(settings.origin, handleEvent, listening.signal);
      load();
    },
    /** A call: passed on at once where an engine runs, so that what it closes is closed when this returns. */
    call,
    abort(id) {
      if (isRunning()) return engine.run((exports) => exports.ask("abort", id, false, 0));
      journal = journal.filter(({ call }) => call?.id !== id);
      callbacks.refuse(id, new SessionError("aborted"));
    },
    handleEvent,
    /** Tells the engine, if one runs. */
    forward: (name) => isRunning() && engine.handleEvent(name),
    leaves: () => leaves,
    isRunning,
    isOver,
    /** Throws what says why the session is over, unless that is all right. */
    assertOpen,
    /** Throws what says why no engine runs. */
    assertRunning() {
      assertOpen();
      if (!isRunning()) throw new SessionError("not-ready", { retryable: true });
    },
    /** The engine's check of return URLs. */
    mayReturnTo(...parts) {
      const allowed = engine?.run((exports) => exports.mayReturnTo(...parts));
      // The engine has trapped.
      if (allowed === undefined) throw new SessionError("wasm-unavailable");
      return allowed;
    },
    close: () => end("closed"),
  };
}
