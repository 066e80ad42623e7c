// What the entry decides while no engine runs: what is shown, when the module is asked for, and what becomes of the
// calls. Pure: `step(state, event)` gives the next state and the effects to carry out, in their order.

/**
 * @typedef {object} Always What every state that is not over carries along.
 * @property {number} attempt The newest try at the module, by number.
 * @property {number} failures Tries that failed, or engines that trapped, in a row.
 * @property {boolean} online
 * @property {boolean} pending A sign-out was called here, and nobody has confirmed it. The other tabs were told.
 * @property {string[]} words What other tabs said and no engine has heard.
 *
 * @typedef {{ is: "opening", read: "asked" | "here" | "none", showable: boolean, initial: unknown, calls: Call[] } & Always} Opening
 *   The module is on its way. `read`: the first read, as far as it may still be handed to the engine. `showable`: nothing
 *   has happened since it was asked for that may make its answer an old one. `initial`: the answer that is shown.
 * @typedef {{ is: "away", module: "coming" | "here" | "none", calls: Call[] } & Always} Away In the back/forward cache.
 * @typedef {{ is: "running", away: boolean } & Always} Running
 * @typedef {{ is: "waiting" } & Always} Waiting The module did not come: it is asked for again when a timer fires, or at a call.
 * @typedef {{ is: "barred" | "inert" | "closed" }} Over WebAssembly cannot run here; no page is here; closed.
 * @typedef {Opening | Away | Running | Waiting | Over} State
 *
 * @typedef {{ id: number, kind: string, owner?: number, begin?: Function }} Call `owner`: who was shown, whose it is.
 * @typedef {{ do: string, [detail: string]: any }} Effect
 */

/** @type {(effects: (Effect | false | undefined)[]) => Effect[]} */
const all = (effects) => /** @type {Effect[]} */ (effects.filter(Boolean));

const userOf = (shown) => shown?.news.user?.id;
const isLogout = ({ kind }) => kind === "logout";
/** Signs in or out. */
const turns = ({ kind }) => kind === "logout" || kind === "login";

/** Where no session runs: on a server, in a worker. */
export const INERT = /** @type {State} */ ({ is: "inert" });

/**
 * A page's session begins. `initial`: a well-formed session that a server read for this page.
 * @returns {[State, Effect[]]}
 */
export function begin({ initial, online }) {
  return [
    {
      is: "opening",
      read: "asked",
      showable: initial === undefined,
      initial,
      calls: [],
      attempt: 1,
      failures: 0,
      online,
      pending: false,
      words: [],
    },
    all([
      initial !== undefined && { do: "show", shown: initial },
      { do: "read" },
      { do: "load", attempt: 1 },
    ]),
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
      return is === "closed" ? [state, []] : [{ is: "closed" }, [{ do: "close" }]];
    case "called":
      return called(state, event.call);
    case "news":
      return heard(state, event.news);
    case "answered": {
      if (is !== "opening" || state.read !== "asked") return [state, []];
      const { shown } = event;
      const here = { ...state, read: "here" };
      if (!state.showable || !shown) return [here, []];
      // The first word on who is there: what was called before is theirs, too.
      const calls = state.calls.map((call) => owned(call, shown));
      return [{ ...here, initial: shown, calls }, [{ do: "show", shown }]];
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
      if (is !== "running") return [state, []];
      return fail(event.long ? { ...state, failures: 0 } : state);
    case "published": {
      if (is !== "running") return [state, []];
      // An engine that shows somebody holds no sign-out against them any more.
      const words = event.open ? [] : state.words;
      return [{ ...state, pending: event.pending, words }, []];
    }
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
  // Whatever else is called, a refresh too, lifts it only once an engine has heard of it.
  const next = { ...state, pending: signsOut || state.pending };
  if (is === "running") return [next, [{ do: "pass", call }]];
  const hide = signsOut && { do: "hide", signedOut: true, pending: true };
  // The other tabs close now, and not when the module is there.
  const say = signsOut && !state.pending && { do: "say", word: "signed-out" };
  if (is === "waiting") {
    const [opening, effects] = load(next, [call]);
    return [opening, all([...effects, say, hide])];
  }
  next.calls = [...state.calls, owned(call, state.initial)];
  if (is === "away") return [next, all([say, hide])];
  if (signsOut) next.initial = undefined;
  if (turns(call)) next.showable = false;
  // An answer that is here already is older than the question.
  const isOld = call.kind === "refresh" && state.read === "here";
  if (isOld) next.read = "none";
  return [next, all([isOld && { do: "abandon" }, say, hide])];
}

/** @returns {[State, Effect[]]} */
function heard(state, news) {
  const { is } = state;
  if (is === "inert" || is === "closed" || is === "barred") return [state, []];
  const tell = is === "running" ? [{ do: "tell", news }] : [];
  switch (news) {
    case "online":
    case "offline": {
      const online = news === "online";
      const turned = is === "waiting" && online !== state.online;
      return [{ ...state, online }, turned ? [retry(state, online)] : tell];
    }
    case "leaving":
      if (is === "running") return [{ ...state, away: true }, tell];
      if (is === "waiting") return [away(state, "none"), [{ do: "halt" }]];
      if (is === "away") return [state, []];
      return leave(state);
    case "restored":
      if (is === "running") return [{ ...state, away: false }, tell];
      return is === "away" ? restore(state) : [state, []];
    case "hidden":
    case "visible":
    case "focused":
      return [state, tell];
    default:
      // What is left is the word of another tab.
      if (is !== "running") return overheard(state, news);
      // Should the engine be lost, the next one is told of sign-outs that are not over.
      return [{ ...state, words: withWord(state.words, news).filter(isSignOut) }, tell];
  }
}

/** Into the cache, for hours perhaps: nobody is signed in by what somebody else typed then. @returns {[State, Effect[]]} */
function leave(state) {
  const [calls, refused] = anybodys(state.calls, ({ kind }) => kind === "login");
  return [
    { ...away(state, "coming"), calls },
    [{ do: "abandon" }, { do: "hide", pending: state.pending }, ...refused],
  ];
}

/** A word of another tab that no engine hears yet. @returns {[State, Effect[]]} */
function overheard(state, word) {
  const { is, calls = [], pending, initial } = state;
  // A sign-out that is still to be told again would end what somebody has begun since.
  const lifts = word === "signed-in" && pending && !calls.some(isLogout);
  const next = { ...state, pending: pending && !lifts, words: withWord(state.words, word) };
  /** @type {Effect[]} */
  const effects = lifts ? [{ do: "say", word: "sign-out-over" }] : [];
  if (is !== "opening" || word === "changed") return [next, effects];
  // The first read was asked for before.
  Object.assign(next, { read: "none", showable: false });
  effects.push({ do: "abandon" });
  if (word === "sign-out-over") return [next, effects];
  if (word === "signed-out" && userOf(initial) !== undefined) {
    next.initial = undefined;
    effects.push({ do: "hide", pending });
  }
  const [staying, refused] = anybodys(calls);
  return [{ ...next, calls: staying }, [...effects, ...refused]];
}

/** The first one who is shown is whose it is. */
const owned = (call, shown) => ({ ...call, owner: call.owner ?? userOf(shown) });

/** Whether a call that has waited is somebody else's than the one's who is shown. */
export const isAnothers = ({ kind, owner }, user) =>
  kind === "fetch" && owner !== undefined && owner !== user;

/**
 * The calls that mean the same whoever is there, and the refusals of the others: a request of the page's own is sent for
 * the one whose it is, and for nobody else.
 * @returns {[Call[], Effect[]]}
 */
function anybodys(calls, isRefused = (_call) => false) {
  const refused = calls.filter((call) => isAnothers(call) || isRefused(call));
  return [
    calls.filter((call) => !refused.includes(call)),
    refused.map((call) => ({ do: "refuse", call, code: "superseded" })),
  ];
}

/**
 * What the engine is to be told: a sign-out that is over is a change like any other, and to hear of changes twice
 * says no more than once. So the list stays short, however long no engine comes.
 */
function withWord(words, word) {
  const at = word === "sign-out-over" ? words.indexOf("signed-out") : -1;
  const left = words.filter((_, index) => index !== at);
  const news = word === "sign-out-over" ? "changed" : word;
  return news !== "signed-out" && left.includes(news) ? left : [...left, news];
}

const isSignIn = (word) => word === "signed-in";
const isSignOut = (word) => word === "signed-out";

/** @returns {[State, Effect[]]} */
function start(state) {
  const { initial, calls, pending, words, read } = state;
  const first = read === "asked" || read === "here";
  return [
    { ...kept(state), is: "running", away: false, words: words.filter(isSignOut) },
    [
      {
        do: "start",
        initial,
        first,
        // Of a sign-out that was called while the module was on its way, the call itself tells; the other tabs have
        // been told of it.
        pending: pending && !calls.some(isLogout),
        said: calls.some(isLogout),
        // A read that begins now is younger than all other words.
        words: first ? words : words.filter((word) => isSignOut(word) || (isSignIn(word) && userOf(initial))),
        calls,
      },
    ],
  ];
}

/** @returns {[State, Effect[]]} */
function restore(state) {
  const { calls, words, pending, module } = state;
  if (module === "here") return start({ ...state, read: "none" });
  if (module === "none") return load(state, calls);
  // What was asked before says nothing about the return; and what was called or heard meanwhile is the engine's to judge.
  const asks = !pending && calls.length + words.length === 0;
  return [
    {
      ...kept(state),
      is: "opening",
      read: asks ? "asked" : "none",
      showable: asks,
      initial: undefined,
      calls,
    },
    all([asks && { do: "read" }]),
  ];
}

/** The module is asked for again. It reads the session itself once it runs. @returns {[State, Effect[]]} */
function load(state, calls) {
  const attempt = state.attempt + 1;
  return [
    { ...kept(state), is: "opening", read: "none", showable: false, initial: undefined, calls, attempt },
    [{ do: "halt" }, { do: "load", attempt }],
  ];
}

/** Nothing runs: gates close, calls are rejected, and the next try begins by itself. @returns {[State, Effect[]]} */
function fail(state) {
  const next = { ...state, failures: state.failures + 1 };
  return state.away
    ? [away(next, "none"), lost(next, true)]
    : [{ ...kept(next), is: "waiting" }, lost(next, true)];
}

/** In this order: what a listener calls belongs to the next try. */
function lost(state, retryable) {
  return all([
    { do: "end" },
    { do: "reject", retryable },
    retryable && !state.away && retry(state, state.online),
    { do: "hide", error: true, retryable, pending: state.pending },
  ]);
}

const retry = ({ failures }, online) => (online ? { do: "retry", failures } : { do: "halt" });

/** @returns {Away} */
const away = (state, module) => ({ ...kept(state), is: "away", module, calls: [] });

const kept = ({ attempt, failures, online, pending, words }) => ({
  attempt,
  failures,
  online,
  pending,
  words,
});
