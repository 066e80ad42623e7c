// What the entry decides while no engine runs: what is shown, when the module is asked for, and what becomes of the
// calls. Pure: `step(state, event)` gives the next state and the effects, in the order in which they are carried out.

import { MESSAGES } from "./channel.js";
import {
  afterShown,
  dueMessages,
  hasReturned,
  isSignOut,
  withMessage,
  withoutReturn,
  withReturn,
} from "./overheard.js";
import { asRead, inDoubt, isLogout, signOutCalled, signOutSaid, waitsToSignOut } from "./pending-sign-out.js";
import { isAnothers, isOfItsTime, owned, superseded, userOf, without } from "./whose.js";

/**
 * @typedef {object} Always What every state that is not over carries along.
 * @property {number} attempt The newest try at the module, by number.
 * @property {number} failures Tries that failed, or engines that trapped, in a row.
 * @property {boolean} online
 * @property {number | undefined} last Who was shown last; none, once an engine found nobody, or a sign-out was called or heard.
 * @property {import("./pending-sign-out.js").PendingSignOut | undefined} pending
 * @property {string[]} messages What the next engine may have to hear: `overheard.js`.
 * @property {number | undefined} signIn A sign-in of this page, by its call, that an engine was handed and that is not over.
 * @property {boolean} [unseen] Another user may have signed in, here or in another tab, and no other user has been shown since.
 *
 * @typedef {{ is: "opening", read: "asked" | "here" | "failed" | "none", looked: boolean, showable: boolean, initial: unknown, calls: Call[] } & Always} Opening
 *   The module is on its way. `read`: the first read, while an engine may take it up. `looked`: since that read ended, the page was
 *   looked at or came online. `showable`: nothing has happened that may outdate its answer. `initial`: what the engine is given.
 * @typedef {{ is: "away", module: "coming" | "here" | "none", calls: Call[] } & Always} Away In the back/forward cache.
 * @typedef {{ is: "running", away: boolean } & Always} Running
 * @typedef {{ is: "waiting" } & Always} Waiting The module did not come: it is asked for again when a timer fires, or at a call.
 * @typedef {{ is: "barred" | "inert" | "closed" }} Over `barred`: WebAssembly cannot run here. `inert`: there is no page.
 * @typedef {Opening | Away | Running | Waiting | Over} State
 *
 * @typedef {import("./whose.js").Call} Call
 * @typedef {{ do: string, [detail: string]: any }} Effect
 */

/** @type {(effects: (Effect | false | undefined)[]) => Effect[]} */
const all = (effects) => /** @type {Effect[]} */ (effects.filter(Boolean));

const SIGNED_OUT = { do: "say", message: "signed-out" };
/** Sends a sign-out in the place of an engine: the page goes, the session is closed, or the engine did not come. */
const DEPART = { do: "depart" };

/** Which calls a message of another tab refuses, beside requests of the page's own. */
const REFUSED = { "signed-in": "logout", "signed-out": "login" };

/** These calls go to an engine. If it is lost, it stays unknown whether a sign-in among them succeeded. */
function withSignIn({ messages, signIn, unseen }, calls) {
  for (const { kind, id } of calls) {
    if (kind !== "login") continue;
    messages = withMessage(messages, "signed-in");
    // An earlier sign-in is given up for it.
    unseen ||= !!signIn;
    signIn = id;
  }
  return { messages, signIn, unseen };
}

/** Where no session runs: on a server, in a worker. Nothing happens there. */
export const INERT = /** @type {State} */ ({ is: "inert" });

/**
 * A page's session begins: its first read is under way. `initial`: a well-formed session that a server read for this page.
 * @returns {[State, Effect[]]}
 */
export function begin({ initial, online }) {
  return [
    {
      ...opening({ attempt: 1, failures: 0, online, last: userOf(initial), messages: [] }, [], true),
      // If the server found nobody, the first answer is not shown before an engine has judged it.
      showable: initial?.news.user !== null,
      initial,
    },
    all([initial !== undefined && { do: "show", shown: initial }, { do: "load", attempt: 1 }]),
  ];
}

/**
 * @param {any} state A `State`.
 * @returns {[State, Effect[]]}
 */
export function step(state, event) {
  const { is } = state;
  switch (event.type) {
    case "closed":
      if (is === "closed") return [state, []];
      return [
        { is: "closed" },
        all([waitsToSignOut(state) && DEPART, { do: "close", pending: state.pending }]),
      ];
    case "called":
      return called(state, event.call);
    case "heard":
      return heard(state, event.name);
    case "answered": {
      if (is !== "opening" || state.read !== "asked") return [state, []];
      const { shown } = event;
      const here = { ...state, read: shown ? "here" : "failed" };
      if (!shown) return [here, []];
      const user = userOf(shown);
      // The answer names another user, or nobody. Only the engine reports such a change, after a read of its own: this answer
      // may be dropped. A deactivation is handed to the engine, because no later answer repeats it.
      if ((state.last ?? user) !== user) {
        const initial = shown.news.reason === "deactivated" ? shown : undefined;
        return [{ ...here, messages: withReturn(state.messages), initial }, [{ do: "hide" }]];
      }
      if (!state.showable) return [here, []];
      // Now it is known who is signed in: earlier calls are that user's, too.
      const calls = state.calls.map((call) => owned(call, user));
      const messages = withoutReturn(state.messages);
      return [{ ...here, messages, last: user, initial: shown, calls }, [{ do: "show", shown }]];
    }
    case "loaded":
      if (event.attempt !== state.attempt) return [state, []];
      return is === "opening" ? start(state) : [is === "away" ? { ...state, module: "here" } : state, []];
    case "failed":
      if (event.attempt !== state.attempt) return [state, []];
      if (event.final) return [{ is: "barred" }, lost(state, false)];
      if (is === "away") return [{ ...state, module: "none", failures: state.failures + 1 }, []];
      return is === "opening" ? fail(state) : [state, []];
    case "trapped":
      return is === "running" ? trapped(event.long ? { ...state, failures: 0 } : state) : [state, []];
    case "published": {
      if (is !== "running") return [state, []];
      // `null`: nobody is there; `undefined`: that is not known.
      const { user = state.last } = event;
      const next = { ...state, last: user ?? undefined };
      if (typeof event.user !== "number") return [next, []];
      const unseen = state.unseen && (user === state.last || !!state.signIn);
      return [{ ...next, messages: afterShown(state.messages), unseen }, []];
    }
    case "settled":
      // A call that is aborted before an engine runs is never handed to one.
      if (state.calls) return [{ ...state, calls: state.calls.filter(({ id }) => id !== event.call) }, []];
      if (is !== "running" || event.call !== state.signIn) return [state, []];
      return [{ ...state, signIn: undefined, unseen: state.unseen || !event.wasDecided }, []];
    case "said":
      return [
        is === "running" ? { ...state, pending: signOutSaid(state.pending, event.message) } : state,
        [],
      ];
    case "due":
      return is === "waiting" ? load(state, []) : [state, []];
    default:
      return [state, []];
  }
}

/** @returns {[State, Effect[]]} */
function called(state, call) {
  const { is } = state;
  if (is === "inert" || is === "closed") return [state, [{ do: "refuse", call, code: "closed" }]];
  if (is === "barred") return [state, [{ do: "refuse", call, code: "wasm-unavailable" }]];
  const signsOut = isLogout(call);
  const next = { ...state };
  // The sign-out stays pending until an engine ends it, even if `refresh()` is called.
  if (signsOut)
    Object.assign(next, { last: undefined, pending: signOutCalled(state), calls: state.calls?.map(asRead) });
  if (is === "running") return [{ ...next, ...withSignIn(state, [call]) }, [{ do: "pass", call }]];
  // While a sign-out waits, nobody is shown.
  const own = waitsToSignOut(state) ? owned(asRead(call), null) : owned(call, state.last);
  // Whoever is there is to be shown: a later `logout()` is about them, and not about the earlier one's user.
  if (own.kind === "refresh") next.pending = inDoubt(next.pending);
  const hide = signsOut && { do: "hide", signedOut: true, pending: true };
  // The other tabs are told at once; of a sign-out after an earlier one, too, since their guards may have ended.
  const say = signsOut && !waitsToSignOut(state) && SIGNED_OUT;
  if (say) next.pending = signOutSaid(next.pending, say.message);
  if (is === "waiting") {
    const [opening, effects] = load(next, [own]);
    return [opening, all([...effects, say, hide])];
  }
  if (is === "away" && signsOut) return [withSentSignOut(next), all([say, DEPART, hide, superseded(call)])];
  // As an engine does: who signs out last is not to be signed in by what was called before.
  const [staying, refused] = without(
    next.calls,
    (waiting) => signsOut && (isAnothers(waiting, null) || waiting.kind === "login"),
  );
  next.calls = [...staying, own];
  if (is === "away") return [next, []];
  if (signsOut) next.initial = undefined;
  if (signsOut || call.kind === "login") next.showable = false;
  // An answer that has arrived is older than this call.
  const isOld = call.kind === "refresh" && state.read === "here";
  if (isOld) next.read = "none";
  return [next, all([isOld && { do: "abandon" }, say, hide, ...refused])];
}

/** @returns {[State, Effect[]]} */
function heard(state, name) {
  const { is } = state;
  if (!state.messages) return [state, []];
  const tell = is === "running" ? [{ do: "tell", name }] : [];
  switch (name) {
    case "online":
    case "offline": {
      const online = name === "online";
      const turned = is === "waiting" && online !== state.online;
      return [{ ...(online ? lookedAt(state) : state), online }, turned ? [retry(state, online)] : tell];
    }
    case "visible":
    case "focused":
      return [lookedAt(state), tell];
    case "leaving":
    case "unloading":
      if (is === "running") return [{ ...state, away: true }, tell];
      if (is === "waiting") return [away(state, "none"), [{ do: "halt" }]];
      if (is === "away") return [state, []];
      return leave(state, name === "leaving");
    case "restored":
      // It may come twice, and a page may be frozen without having been away.
      if (state.away) return [{ ...state, away: false, messages: withReturn(state.messages) }, tell];
      return is === "away" ? restore(state) : [state, []];
    case "window-gone": {
      // Somebody may have signed in there: a read comes before anything else, as after a return.
      const next = { ...state, messages: withReturn(state.messages), unseen: true };
      if (is !== "opening") return [next, tell];
      return [{ ...next, read: "none", showable: false }, [{ do: "abandon" }]];
    }
    default:
      if (!MESSAGES.includes(name)) return [state, tell];
      // A message of another tab. If the engine is lost, the next one may have to hear it, too.
      return is === "running" ? [remembering(state, name), tell] : overheard(state, name);
  }
}

/** The page was looked at, which may cause a read. The engine decides so once it has the first answer. */
const lookedAt = (state) => ({ ...state, looked: state.read === "here" || state.read === "failed" });

/** Into the cache, for hours perhaps: whoever comes back may be somebody else. Or for good. @returns {[State, Effect[]]} */
function leave(state, mayReturn) {
  const [calls, refused] = without(state.calls, isOfItsTime);
  const signsOut = waitsToSignOut(state);
  const next = away(state, "coming");
  return [
    { ...(signsOut ? withSentSignOut(next) : next), calls },
    all([
      signsOut && DEPART,
      { do: "abandon" },
      mayReturn && { do: "hide", pending: state.pending },
      ...refused,
    ]),
  ];
}

/**
 * The entry has sent the sign-out. Its answer may remove the cookie of somebody who signs in later, so on the return it
 * counts as another tab's, until it is over.
 */
const withSentSignOut = (state) => ({ ...state, messages: withMessage(state.messages, SIGNED_OUT.message) });

const remembering = (state, message) => ({
  ...state,
  last: isSignOut(message) ? undefined : state.last,
  pending: inDoubt(state.pending),
  messages: withMessage(state.messages, message),
  unseen: state.unseen || message === "signed-in",
});

/** A message of another tab, which no engine hears yet. @returns {[State, Effect[]]} */
function overheard(state, message) {
  const { is, calls = [], pending, initial } = state;
  const next = remembering(state, message);
  /** @type {Effect[]} */
  const effects = [];
  // An earlier `logout` could end a session that began since; an earlier `login` could be ended by the sign-out.
  const refusedKind = REFUSED[message];
  const [staying, refused] = without(
    calls,
    (call) => refusedKind && (isAnothers(call) || call.kind === refusedKind),
  );
  if (state.calls) next.calls = staying;
  if (message === "signed-in" && pending) {
    next.pending = undefined;
    effects.push({ do: "holdUp", told: pending.told });
    // It is not shown as pending any more. If the module did not come, that error is still shown.
    effects.push({ do: "hide", error: is === "waiting", retryable: true });
  }
  if (is === "opening" && message !== "changed") {
    // The first read was sent before that message: the user whom it finds may be gone.
    Object.assign(next, { read: "none", showable: false });
    effects.push({ do: "abandon" });
    if (userOf(initial) !== undefined) {
      next.initial = undefined;
      effects.push({ do: "hide", pending });
    }
  }
  return [next, [...effects, ...refused]];
}

/** @returns {[State, Effect[]]} */
function start(state) {
  const { initial, calls, last, pending, messages, read, unseen } = state;
  return [
    { ...carried(state), is: "running", away: false, ...withSignIn(state, calls) },
    [
      {
        do: "start",
        initial,
        user: last,
        read,
        looked: state.looked,
        signOut: pending,
        unseen: unseen || hasReturned(messages),
        messages: dueMessages(messages, last !== undefined || initial, read !== "none"),
        calls,
      },
    ],
  ];
}

/** @returns {[State, Effect[]]} */
function restore(state) {
  // A call from the way into the cache may be hours old by now, and somebody else's.
  const [calls, refused] = without(state.calls, isOfItsTime);
  const [next, effects] = comeBack({ ...state, calls, messages: withReturn(state.messages) });
  return [next, [...refused, ...effects]];
}

/** @returns {[State, Effect[]]} */
function comeBack(state) {
  const { calls, messages, pending, module } = state;
  if (module === "here") return start({ ...state, read: "none" });
  if (module === "none") return load(state, calls);
  // An earlier read says nothing about the return. If anything was called or heard meanwhile, the engine reads.
  const asks = !pending && calls.length === 0 && messages.length === 1;
  return [opening(state, calls, asks), all([asks && { do: "read" }])];
}

/** The module is asked for again. Its engine reads the session itself. @returns {[State, Effect[]]} */
function load(state, calls) {
  const attempt = state.attempt + 1;
  return [{ ...opening(state, calls, false), attempt }, [{ do: "halt" }, { do: "load", attempt }]];
}

/** @returns {[State, Effect[]]} */
function trapped(state) {
  // The engine is lost before it could tell the other tabs.
  if (!state.pending?.unsaid) return fail(state);
  const [next, effects] = fail({ ...state, pending: signOutSaid(state.pending, SIGNED_OUT.message) });
  return [next, [SIGNED_OUT, ...effects]];
}

/** Nothing runs: gates close, calls are rejected, and the next try begins by itself. @returns {[State, Effect[]]} */
function fail(state) {
  const unseen = state.unseen || !!state.signIn;
  const left = waitsToSignOut(state) ? withSentSignOut(state) : state;
  const next = { ...left, failures: state.failures + 1, signIn: undefined, unseen };
  return state.away
    ? [away(next, "none"), lost(next, true)]
    : [{ ...carried(next), is: "waiting" }, lost(next, true)];
}

/** `hide` comes last: it calls listeners, and what they call belongs to the next try. */
function lost(state, retryable) {
  // The entry sends a waiting sign-out itself: an engine may come late. If none can come, the other tabs hear its end.
  const signsOut = waitsToSignOut(state);
  return all([
    signsOut && { ...DEPART, told: !retryable && state.pending.told },
    { do: "end" },
    retryable && !state.away && retry(state, state.online),
    { do: "hide", error: true, retryable, pending: (retryable || !signsOut) && state.pending },
  ]);
}

const retry = ({ failures }, online) => (online ? { do: "retry", failures } : { do: "halt" });

/** `asks`: a read leaves, whose answer may be shown. @returns {any} An `Opening`. */
const opening = (state, calls, asks) => ({
  ...carried(state),
  is: "opening",
  read: asks ? "asked" : "none",
  looked: false,
  showable: asks,
  initial: undefined,
  calls,
});

/** @returns {Away} */
const away = (state, module) => ({ ...carried(state), is: "away", module, calls: [] });

const carried = ({ attempt, failures, online, last, pending, messages, signIn, unseen }) => ({
  attempt,
  failures,
  online,
  last,
  pending,
  messages,
  signIn,
  unseen,
});
