// The way to the engine. Before it runs, what happens is written into a journal, in order, with its time, and the engine takes it from
// there. Meanwhile the page shows `initial`, and the first answer, unless something came before it that could outdate it.

import { createEngine, type Engine, type Exports } from "../engine/engine.js";
import { createRecords } from "../engine/records.js";
import { ANSWERED, ASK, HANDLE_EVENT, LOST } from "./acts.js";
import { startAge } from "./age.js";
import { type BegunRequest, beginRequest } from "./begun-request.js";
import {
  ABORT,
  CHANGED,
  FOCUSED,
  LEAVING,
  LOGOUT_PATH,
  OFFLINE,
  ONLINE,
  RESTORED,
  RESUMED,
  SIGN_OUT_OVER,
  SIGNED_IN,
  SIGNED_OUT,
  UNLOADING,
} from "./boundary.js";
import { causeOf } from "./cause.js";
import { type Channel, openChannel } from "./channel.js";
import type { Call, Entry, Link, LinkCallbacks, Module, Page } from "./connection.js";
import { readFirstAnswer } from "./initial.js";
import type { Settings } from "./options.js";
import { watchPage } from "./page-events.js";
import type { Publication } from "./publisher.js";
import { confirmsSignOut } from "./record.js";
import { SessionError } from "./session-error.js";
import { addSignOut, endSignOut, hasSignedOut, lockMs, removeSignOuts, watchSignOuts } from "./sign-outs.js";
import { UNKNOWN } from "./snapshot.js";
import { report } from "./subscribable.js";
import { warnOnce } from "./warn-once.js";

/** The longest waits for another try at the module: after one failure, and after many. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Calls that wait no longer as the page goes: it may be hours until the page is back, and another user may use it then. */
const REJECTED_ON_PAGEHIDE = ["login", "logout", "start"];

/** Calls that end with the identity that they were made for. */
const REJECTED_WITH_IDENTITY = ["fetch", "roles", "permissions.refresh"];

/** While one of these stands in the journal, the first answer may be outdated. */
const OUTDATING: (string | number)[] = [
  SIGNED_IN,
  SIGNED_OUT,
  CHANGED,
  SIGN_OUT_OVER,
  LEAVING,
  RESTORED,
  RESUMED,
  "login",
  "logout",
];

/** Returns a name for a sign-out: a number of 31 bits, which is the same on both sides of the boundary. */
const newSignOutName = () => Math.ceil(Math.random() * (2 ** 31 - 1));

/** Makes a link. `first`: the first read, which has left; without one no session runs. `module` makes instances. `callbacks`: the session's side. */
export function createLink(
  settings: Settings,
  first: BegunRequest | undefined,
  module: Module,
  callbacks: LinkCallbacks,
): Link {
  /** "opening": the module is on its way. "waiting": it did not come, and is asked for again later. */
  let phase: "opening" | "running" | "waiting" | "over" = first ? "opening" : "over";
  /** The code that every call is refused with once the session is over, or where none runs, as on a server. */
  let overCode: SessionError["code"] = "closed";
  let journal: Entry[] = [];
  let page: Page;
  let engine: Engine;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the identity that is shown, as the core counts them. */
  let identity = 0;
  /** The publication that is shown before the engine runs. */
  let shown: Publication = UNKNOWN;
  /** The page goes: no call of `REJECTED_ON_PAGEHIDE` that is made now may wait for the engine. */
  let isLeaving = false;
  /** The sign-out of this page that is not known to be over, by its name; and whether it is still to be confirmed. */
  let pendingSignOut: number | undefined;
  let isDue = false;
  /** The newest request of that sign-out, and whether it is under way. */
  let signingOut: BegunRequest | undefined;
  let isSending = false;
  /** How often the page has left for the back/forward cache. */
  let leaveCount = 0;
  const listening = new AbortController();
  let channel: Channel;

  /** Records what happens: an engine that runs gets it at once; an engine that comes later, from the journal. */
  const record = (act: Entry["act"], args: unknown[], kind: Entry["kind"] = "", id = 0, age = startAge()) => {
    const entry = { kind, act, args, id, age };
    if (isRunning()) engine.take(entry);
    else journal.push(entry);
  };
  const recordEvent = (happening: number, id = 0, age?: () => number) =>
    record(HANDLE_EVENT, [happening, id], happening, 0, age);
  const isOver = () => phase === "over";
  const isRunning = () => phase === "running";
  const assertOpen = (allowed?: SessionError["code"]) => {
    if (isOver() && overCode !== allowed) throw new SessionError(overCode);
  };

  const show = (publication: Publication) => {
    shown = publication;
    callbacks.show({ ...publication, identity });
  };
  /** Hides what is shown: nothing is known, or a sign-out was called. */
  const hide = (publication?: Partial<Publication>) => {
    const signOutPending = isDue && !isOver();
    show({ ...UNKNOWN, rolesChanged: true, roles: null, signOutPending, ...publication });
  };
  const endIdentity = () => {
    identity++;
    withdraw(new SessionError("superseded"), REJECTED_WITH_IDENTITY);
  };
  const hideSignedOut = () => {
    endIdentity();
    hide({ status: "unauthenticated", reason: "signed-out" });
  };

  /** Tells the other tabs, and the sessions that begin on this page, of this page's sign-out. */
  const announceSignOut = () => {
    addSignOut(pendingSignOut as number, settings.origin);
    channel.post(SIGNED_OUT, pendingSignOut);
  };
  /**
   * Sends the sign-out of this page, unless that is under way or confirmed. `keepalive`: the page goes, or its session ends, and what is
   * under way with it. An engine that comes takes the newest request up.
   */
  const sendSignOut = async (keepalive: boolean) => {
    if (!isDue || (isSending && !keepalive)) return;
    // Noted first: the page's own `fetch` may close the session, which sends it, too.
    isSending = true;
    const before = signingOut;
    const sent = beginRequest(`${settings.origin}${LOGOUT_PATH}`, { method: "POST", keepalive });
    const confirmed = sent.answer.then(confirmsSignOut).catch(() => false);
    // The page's own `fetch` has closed the session, which has sent a newer one.
    if (before !== signingOut) return sent.abort.abort();
    signingOut = sent;
    before?.abort.abort();
    const late = AbortSignal.timeout(lockMs(settings.timeoutMs));
    late.addEventListener("abort", () => sent.abort.abort(late.reason));
    const isConfirmed = await confirmed;
    // Another request has taken this one's place, or an engine has taken it up.
    if (sent !== signingOut) return;
    isSending = false;
    if (isConfirmed) isDue = false;
    // While the module does not come, no engine publishes that the sign-out is over.
    if (isConfirmed && phase === "waiting") hide({ error: shown.error });
    if (isOver()) closeChannel();
  };
  /** The session is over: so is its sign-out, once that is answered. */
  const closeChannel = () => {
    if (isSending) return;
    if (pendingSignOut !== undefined) {
      channel.post(SIGN_OUT_OVER, pendingSignOut);
      endSignOut(pendingSignOut, handleEvent);
    }
    channel.close();
  };

  /** Takes in what has happened. `happening`: its number. */
  const handleEvent = (happening: number, id?: number, age?: () => number) => {
    callbacks.trace(happening);
    if (happening === LEAVING) leaveCount++;
    if (happening === SIGNED_OUT) addSignOut(id as number, settings.origin, age);
    if (happening === SIGN_OUT_OVER) endSignOut(id as number, handleEvent);
    const leaving = happening === LEAVING || happening === UNLOADING;
    if (leaving || happening === RESTORED) isLeaving = leaving;
    if (isRunning()) return recordEvent(happening, id);
    if (isOver()) return;
    if (leaving) {
      if (happening === LEAVING && shown.user) hide();
      onPageHide();
    }
    recordEvent(happening, id, age);
    if (happening === SIGNED_OUT) hideSignedOut();
    // A sign-out request under way goes on, for the message may be older; a `logout()` that follows sends another.
    if (happening === SIGNED_IN) isDue = isSending = false;
    if (phase !== "waiting") return;
    if ([ONLINE, OFFLINE, RESTORED].includes(happening)) retry();
    // If the browser says that it is offline, the next try is a long way off. The user looks at the page, so try now.
    if (happening === FOCUSED && !navigator.onLine) load();
  };
  /** The page goes. Calls of `REJECTED_ON_PAGEHIDE` end; a sign-out that is not confirmed is sent once more. */
  const onPageHide = () => {
    withdraw(new SessionError("superseded"), REJECTED_ON_PAGEHIDE);
    sendSignOut(true);
  };
  /** Ends the calls that wait in the journal: all, or those of `kinds`. A sign-out among them stays in the journal without its call. */
  const withdraw = (error: SessionError, kinds?: string[]) => {
    const waits = ({ kind, id }: Entry) => id && (kinds?.includes(kind as string) ?? true);
    const withdrawn = journal.filter(waits);
    journal = journal.filter((entry) => entry.kind === "logout" || !waits(entry));
    for (const entry of withdrawn) {
      callbacks.refuse(entry.id as number, error);
      entry.id = undefined;
    }
  };

  const call = ({ id, kind, begin }: Call) => {
    if (isOver()) return callbacks.refuse(id, new SessionError(overCode));
    const signsOut = kind === "logout";
    if (signsOut) {
      isDue = true;
      pendingSignOut ??= newSignOutName();
      // The entry tells the other tabs even while an engine runs, which does not: they get it once, and at once.
      announceSignOut();
    }
    const [act, ...given] = begin ?? [];
    const args = signsOut ? [id, pendingSignOut] : [id, ...given];
    if (isRunning()) return record(act, args, kind, id);
    if (phase === "waiting") load();
    record(act, args, kind, id);
    if (signsOut) hideSignedOut();
    if (isLeaving && REJECTED_ON_PAGEHIDE.includes(kind)) onPageHide();
    // Last: the page's own `fetch` may call the session, or close it.
    if (signsOut) sendSignOut(false);
  };

  /** Waits for the answer of the first read, which is request 1 to the engine. One that may be outdated is left to the engine. */
  const expectFirst = () => {
    const isAwaited = () => phase === "opening" && !journal.some(({ kind }) => OUTDATING.includes(kind));
    (first as BegunRequest).answer
      .then((answer) => {
        if (!isAwaited()) return;
        const publication = readFirstAnswer(answer, shown.features);
        const preloadedMs = (first as BegunRequest).preloadedMs();
        record(ANSWERED, [1, answer.response, preloadedMs, answer]);
        if (!publication) return;
        // The engine dispatches the same: `src/core/rules/session_read.rs`, `found_no_user`.
        if (publication.reason === "no-session")
          publication.reason = shown.user ? "ended" : (shown.reason ?? publication.reason);
        if (publication.user && shown.user && publication.user.id !== shown.user.id) endIdentity();
        show(publication);
      })
      // A response that the page has made itself may throw, too.
      .catch(() => isAwaited() && record(LOST, [1, false]));
  };

  const load = () => {
    clearTimeout(timer);
    phase = "opening";
    module.loadInstance(settings.wasm, (first as BegunRequest).answer).then(start, (error) => {
      console.warn("platform-session: the WebAssembly did not load: try platform-session/inline", error);
      if (phase === "opening") failed(!module.mayComeLater(settings.wasm), causeOf(error));
    });
  };

  const start = (instance: Exports) => {
    if (phase !== "opening") return;
    phase = "running";
    const entries = journal;
    journal = [];
    // To the engine, the first read is request 1, and a sign-out that the link has sent is request 2.
    const begun = [first, signingOut];
    signingOut = undefined;
    isSending = false;
    engine = createEngine(instance, settings, begun, createRecords(shown.features), {
      // Those of the session, but for `publish` and `failed`.
      ...callbacks,
      publish(publication) {
        identity = publication?.identity ?? identity;
        callbacks.publish({ ...(publication ?? UNKNOWN), identity });
      },
      broadcast(message, id) {
        channel.post(message, id);
        if (message === SIGN_OUT_OVER) {
          if (id === pendingSignOut) {
            pendingSignOut = undefined;
            isDue = false;
          }
          // Last: a listener may sign out here anew.
          endSignOut(id, handleEvent);
        }
        if (message === SIGNED_IN) removeSignOuts(settings.origin);
      },
      warnOfCachedAnswers: () => warnOnce("a service worker or a cache keeps answers"),
      failed(error) {
        // Not a trap: an error in the JavaScript that the engine calls.
        const isOurs = /^(Type|Reference)Error$/.test((error as Error)?.name);
        if (isOurs) report(error);
        end(isOurs ? "closed" : "wasm-unavailable");
      },
    });
    engine.start({ ...page, ageMs: page.age() }, entries);
    if (isRunning()) callbacks.started();
  };

  /**
   * The module did not come: the calls end, and the next try begins by itself. To the engine that comes then, the page is one that returns
   * from the back/forward cache: it shows no user until a read is answered.
   */
  const failed = (isFinal: boolean, cause: Error | undefined) => {
    if (isFinal) return end("wasm-unavailable", cause);
    phase = "waiting";
    failures++;
    (first as BegunRequest).abort.abort();
    const error = new SessionError("wasm-unavailable", { retryable: true, cause });
    withdraw(error);
    recordEvent(RESTORED);
    retry();
    callbacks.failed(error);
    hide({ error });
  };

  // Loads the module, and sends an unconfirmed sign-out, again: by exponential backoff with full jitter, and after the longest wait where
  // the browser says that it is offline, which may be wrong.
  const retry = () => {
    clearTimeout(timer);
    const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    const waitMs = navigator.onLine ? Math.random() * longest : LAST_RETRY_MS;
    callbacks.trace("wake", waitMs);
    timer = setTimeout(() => {
      load();
      sendSignOut(false);
    }, waitMs);
  };

  /** The session is over: it was closed, its engine has failed, or none can run here. */
  const end = (code: SessionError["code"], cause?: Error) => {
    if (isOver()) return;
    const wasRunning = isRunning();
    phase = "over";
    overCode = code;
    clearTimeout(timer);
    listening.abort();
    journal = [];
    const before = identity;
    // Told before the end is published: a session that a listener creates then gets the sign-out. In the other tabs its lock may have run out.
    if (isDue) announceSignOut();
    sendSignOut(true);
    if (wasRunning && code === "closed") engine.close();
    (first as BegunRequest).abort.abort();
    closeChannel();
    // An engine that has closed the session has ended the identity, and published that, already.
    if (identity === before) identity++;
    const error = new SessionError(code, { cause });
    callbacks.over(error);
    hide({ error });
  };

  return {
    open(given) {
      if (isOver()) return given && callbacks.show({ ...given, identity });
      const initial = hasSignedOut(settings.origin) ? null : given;
      page = {
        ...settings,
        reauthenticates: !!settings.reauthenticate,
        hidden: document.hidden,
        offline: !navigator.onLine,
        shown: initial,
        age: startAge(),
      };
      channel = openChannel(settings, handleEvent);
      if (initial) show(initial);
      expectFirst();
      watchPage(handleEvent, listening.signal);
      watchSignOuts(settings, handleEvent);
      load();
    },
    /** A call: passed on at once where an engine runs, so that what it closes is closed when this returns. */
    call,
    abort(id) {
      // What the call has done stands: a `login()` has taken the place of an older one.
      const wasRunning = isRunning();
      record(ASK, [id, ABORT, false], "abort");
      if (!wasRunning) callbacks.refuse(id, new SessionError("aborted"));
    },
    handleEvent,
    forward: (happening) => isRunning() && recordEvent(happening),
    leaves: () => leaveCount,
    isRunning,
    isOver,
    assertOpen,
    assertRunning() {
      assertOpen();
      if (!isRunning()) throw new SessionError("not-ready", { retryable: true });
    },
    mayReturnTo(...parts) {
      const allowed = engine?.run((exports) => exports.mayReturnTo(...parts));
      // The engine has failed.
      if (allowed === undefined) throw new SessionError(overCode);
      return allowed;
    },
    close: () => end("closed"),
  };
}
