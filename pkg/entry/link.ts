// The link of a page to its engine. Before the engine runs, calls and happenings are written into a journal, in order, with their ages.
// Meanwhile the page shows `initial`, then the answer to the first read, unless the journal has something that may outdate that answer.

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
import { warn, warnOnce } from "./warn-once.js";

/** The longest waits, in milliseconds, before the WebAssembly is loaded again: after one failure, and after many. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Calls that are rejected when the page is left: it may be restored hours later, for another user. */
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

/** Makes a link. `first`: the first read, already sent; without it the session is over. `module` loads the WebAssembly. */
export function createLink(
  settings: Settings,
  first: BegunRequest | undefined,
  module: Module,
  callbacks: LinkCallbacks,
): Link {
  /** "opening": the WebAssembly is loading. "waiting": it failed to load, and is loaded again later. */
  let phase: "opening" | "running" | "waiting" | "over" = first ? "opening" : "over";
  /** The code with which every call is refused once the session is over. */
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
  /** Whether the page is being left: a call of `REJECTED_ON_PAGEHIDE` that is made now is rejected at once. */
  let isLeaving = false;
  /** The name of this page's sign-out, while it is not known to be over. */
  let pendingSignOut: number | undefined;
  /** How far that sign-out is; "over": the deployment has confirmed it, it was given up, or there is none; "due": it is to be sent. */
  let signOut: "over" | "due" | "sending" = "over";
  /** The newest request of that sign-out. */
  let signOutRequest: BegunRequest | undefined;
  /** How often the page has left for the back/forward cache. */
  let leaveCount = 0;
  const listening = new AbortController();
  let channel: Channel;

  /** Passes an entry to the engine that runs, or else writes it into the journal for the engine that will run. */
  const note = (act: Entry["act"], args: unknown[], kind: Entry["kind"] = "", id = 0, age = startAge()) => {
    const entry = { kind, act, args, id, age };
    if (isRunning()) engine.take(entry);
    else journal.push(entry);
  };
  const noteEvent = (happening: number, id = 0, age?: () => number) =>
    note(HANDLE_EVENT, [happening, id], happening, 0, age);
  const isOver = () => phase === "over";
  const isRunning = () => phase === "running";
  const assertOpen = (allowed?: SessionError["code"]) => {
    if (isOver() && overCode !== allowed) throw new SessionError(overCode);
  };

  const show = (publication: Publication) => {
    shown = publication;
    callbacks.publish({ ...publication, identity });
  };
  /** Hides the user. `publication`: the members that differ from `UNKNOWN`. */
  const hide = (publication?: Partial<Publication>) => {
    const signOutPending = signOut !== "over" && !isOver();
    show({ ...UNKNOWN, rolesChanged: true, signOutPending, ...publication });
  };
  const endIdentity = () => {
    identity++;
    withdraw(new SessionError("superseded"), REJECTED_WITH_IDENTITY);
  };
  const hideSignedOut = () => {
    endIdentity();
    hide({ status: "unauthenticated", reason: "signed-out" });
  };

  /** Tells the other tabs, and later sessions on this page, of this page's sign-out. */
  const announceSignOut = () => {
    addSignOut(pendingSignOut as number, settings.origin);
    channel.post(SIGNED_OUT, pendingSignOut);
  };
  /**
   * Sends the sign-out of this page, if it is not confirmed and no request for it is under way. `keepalive`: the page is left, or the session
   * ends, so it is sent even then. An engine that starts later adopts the newest request.
   */
  const sendSignOut = async (keepalive: boolean) => {
    if (signOut === "over" || (signOut === "sending" && !keepalive)) return;
    // Set first: a `fetch` that the page has replaced may close the session, which sends the sign-out, too.
    signOut = "sending";
    const previous = signOutRequest;
    const sent = beginRequest(`${settings.origin}${LOGOUT_PATH}`, { method: "POST", keepalive });
    const confirmed = sent.answer.then(confirmsSignOut).catch(() => false);
    // The replaced `fetch` has closed the session, which has sent a newer request.
    if (previous !== signOutRequest) return sent.abort.abort();
    signOutRequest = sent;
    previous?.abort.abort();
    const deadline = AbortSignal.timeout(lockMs(settings.timeoutMs));
    deadline.addEventListener("abort", () => sent.abort.abort(deadline.reason));
    const isConfirmed = await confirmed;
    // A newer request has replaced this one, or the engine has adopted this one.
    if (sent !== signOutRequest) return;
    if (signOut === "sending") signOut = isConfirmed ? "over" : "due";
    // While the WebAssembly does not load, no engine publishes that the sign-out is over.
    if (isConfirmed && phase === "waiting") hide({ error: shown.error });
    if (isOver()) closeChannel();
  };
  /** For a session that is over: ends its sign-out for the other sessions, unless that is still under way, and closes the channel. */
  const closeChannel = () => {
    if (signOut === "sending") return;
    if (pendingSignOut !== undefined) {
      channel.post(SIGN_OUT_OVER, pendingSignOut);
      endSignOut(pendingSignOut, handleEvent);
    }
    channel.close();
  };

  /** Takes in what has happened. `happening`: a number of `HAPPENINGS`. `id`: the name of the sign-out that it is about. */
  const handleEvent = (happening: number, id?: number, age?: () => number) => {
    callbacks.trace(happening);
    if (happening === LEAVING) leaveCount++;
    if (happening === SIGNED_OUT) addSignOut(id as number, settings.origin, age);
    if (happening === SIGN_OUT_OVER) endSignOut(id as number, handleEvent);
    const leaving = happening === LEAVING || happening === UNLOADING;
    if (leaving || happening === RESTORED) isLeaving = leaving;
    if (isRunning()) return noteEvent(happening, id);
    if (isOver()) return;
    if (leaving) {
      if (happening === LEAVING && shown.user) hide();
      onPageHide();
    }
    noteEvent(happening, id, age);
    if (happening === SIGNED_OUT) hideSignedOut();
    // The sign-out's request under way is not aborted: the `signed-in` message may be older than it. A later `logout()` sends another.
    if (happening === SIGNED_IN) signOut = "over";
    if (phase !== "waiting") return;
    if ([ONLINE, OFFLINE, RESTORED].includes(happening)) retry();
    // While the browser says that it is offline, the next try is far away. The user looks at the page, so try now.
    if (happening === FOCUSED && !navigator.onLine) load();
  };
  /** The page is left: rejects the calls of `REJECTED_ON_PAGEHIDE`, and sends a sign-out that is not confirmed once more. */
  const onPageHide = () => {
    withdraw(new SessionError("superseded"), REJECTED_ON_PAGEHIDE);
    sendSignOut(true);
  };
  /** Rejects the calls that wait in the journal: all, or those of `kinds`. A sign-out stays there, but no call waits for it any more. */
  const withdraw = (error: SessionError, kinds?: string[]) => {
    const isAffected = ({ kind, id }: Entry) => id && (!kinds || kinds.includes(kind as string));
    const withdrawn = journal.filter(isAffected);
    journal = journal.filter((entry) => entry.kind === "logout" || !isAffected(entry));
    for (const entry of withdrawn) {
      callbacks.settle(entry.id as number, error);
      entry.id = undefined;
    }
  };

  const call = ({ id, kind, begin }: Call) => {
    if (isOver()) return callbacks.settle(id, new SessionError(overCode));
    const signsOut = kind === "logout";
    if (signsOut) {
      if (signOut !== "sending") signOut = "due";
      // A number of 31 bits, which is the same on both sides of the boundary.
      pendingSignOut ??= Math.ceil(Math.random() * (2 ** 31 - 1));
      // The link announces a sign-out even while an engine runs, which does not: the other tabs get it once, and at once.
      announceSignOut();
    }
    const [act, ...rest] = begin ?? [];
    const args = signsOut ? [id, pendingSignOut] : [id, ...rest];
    if (isRunning()) return note(act, args, kind, id);
    if (phase === "waiting") load();
    note(act, args, kind, id);
    if (signsOut) hideSignedOut();
    if (isLeaving && REJECTED_ON_PAGEHIDE.includes(kind)) onPageHide();
    // Last, because a `fetch` that the page has replaced may call the session, or close it.
    if (signsOut) sendSignOut(false);
  };

  /** Shows the answer to the first read, which is request 1 to the engine. An answer that may be outdated is left to the engine. */
  const expectFirst = () => {
    const isAwaited = () => phase === "opening" && !journal.some(({ kind }) => OUTDATING.includes(kind));
    (first as BegunRequest).answer
      .then((answer) => {
        if (!isAwaited()) return;
        const publication = readFirstAnswer(answer, shown.features);
        const preloadedMs = (first as BegunRequest).preloadedMs();
        note(ANSWERED, [1, answer.response, preloadedMs, answer]);
        if (!publication) return;
        // The engine later gives the same reason: `src/core/rules/session_read.rs`, `found_no_user`.
        if (publication.reason === "no-session")
          publication.reason = shown.user ? "ended" : (shown.reason ?? publication.reason);
        if (publication.user && shown.user && publication.user.id !== shown.user.id) endIdentity();
        show(publication);
      })
      // The request has failed, or an object that the page's own `fetch` gave for a response has thrown.
      .catch(() => isAwaited() && note(LOST, [1, false]));
  };

  const load = () => {
    clearTimeout(timer);
    phase = "opening";
    module.loadInstance(settings.wasm, (first as BegunRequest).answer).then(start, (error) => {
      warn("platform-session: the WebAssembly did not load: try platform-session/inline", error);
      if (phase === "opening") loadFailed(!module.mayComeLater(settings.wasm), causeOf(error));
    });
  };

  const start = (instance: Exports) => {
    if (phase !== "opening") return;
    phase = "running";
    const entries = journal;
    journal = [];
    // To the engine, the first read is request 1, and a sign-out that the link has sent is request 2.
    const begun = [first, signOutRequest];
    signOutRequest = undefined;
    engine = createEngine(instance, settings, begun, createRecords(shown.features), {
      // The functions of the session; `publish` and `failed` are replaced below.
      ...callbacks,
      publish(publication) {
        identity = publication.identity as number;
        callbacks.publish(publication);
      },
      broadcast(message, id) {
        channel.post(message, id);
        if (message === SIGN_OUT_OVER) {
          if (id === pendingSignOut) {
            pendingSignOut = undefined;
            signOut = "over";
          }
          // Last, because a listener may sign out again here.
          endSignOut(id, handleEvent);
        }
        if (message === SIGNED_IN) removeSignOuts(settings.origin);
      },
      warnOfCache: () => warnOnce("a service worker or a cache keeps answers"),
      failed(error) {
        // Such an error is not a trap of the WebAssembly, but a defect in the JavaScript that the engine calls.
        const isOurs = /^(Type|Reference)Error$/.test((error as Error)?.name);
        if (isOurs) report(error);
        end(isOurs ? "closed" : "wasm-unavailable");
      },
    });
    engine.start({ ...page, ageMs: page.age() }, entries);
  };

  /**
   * The WebAssembly did not load: rejects the calls in the journal, and sets the timer for the next try. `RESTORED` tells the engine that
   * runs then to show no user until a read is answered, as after a return from the back/forward cache.
   */
  const loadFailed = (isFinal: boolean, cause: Error | undefined) => {
    if (isFinal) return end("wasm-unavailable", cause);
    phase = "waiting";
    failures++;
    const error = new SessionError("wasm-unavailable", { retryable: true, cause });
    withdraw(error);
    noteEvent(RESTORED);
    retry();
    callbacks.failed(error);
    hide({ error });
    // Last, because a `fetch` that the page has replaced may call the session, or close it, as its request is aborted.
    (first as BegunRequest).abort.abort();
  };

  // Sets the timer to load the WebAssembly and send an unconfirmed sign-out again: after exponential backoff with full jitter. While the
  // browser says that it is offline, which may be wrong, the wait is the longest one.
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

  /** Ends the session: it was closed, its engine has failed, or no engine can run here. */
  const end = (code: SessionError["code"], cause?: Error) => {
    if (isOver()) return;
    const wasRunning = isRunning();
    phase = "over";
    overCode = code;
    clearTimeout(timer);
    listening.abort();
    journal = [];
    const identityBefore = identity;
    // Announced before the end is published, for a session that a listener creates then. In other tabs the sign-out's lock may have run out.
    if (signOut !== "over") announceSignOut();
    sendSignOut(true);
    if (wasRunning && code === "closed") engine.close();
    (first as BegunRequest).abort.abort();
    closeChannel();
    // An engine that has closed the session has ended the identity, and published that, already.
    if (identity === identityBefore) identity++;
    const error = new SessionError(code, { cause });
    callbacks.over(error);
    hide({ error });
  };

  return {
    open(given) {
      if (isOver()) return given && show(given);
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
    /** A running engine gets the call before this returns, so that the gates that it closes are closed by then. */
    call,
    abort(id) {
      // The effects of an aborted call stay: an aborted `login()` has already superseded an older one.
      note(ASK, [id, ABORT, false], "abort");
      if (!isRunning()) callbacks.settle(id, new SessionError("aborted"));
    },
    handleEvent,
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
      // `undefined`: the engine has failed.
      if (allowed === undefined) throw new SessionError(overCode);
      return allowed;
    },
    close: () => end("closed"),
  };
}
