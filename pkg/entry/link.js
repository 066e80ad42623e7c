// The link to the engine: carries out what `opening.js` decides, and hands to the engine what the engine decides.

import { startAge } from "./age.js";
import { openChannel } from "./channel.js";
import { readSession } from "./first-read.js";
import { callNumber, createGeneration } from "./generation.js";
import { readFirstAnswer } from "./initial.js";
import { createKept } from "./kept.js";
import { begin, INERT, step } from "./opening.js";
import { watchPage } from "./page-events.js";
import { isLogout, sendSignOut } from "./pending-sign-out.js";
import { SessionError } from "./session-error.js";
import { UNKNOWN } from "./snapshot.js";
import { isAnothers } from "./whose.js";
import { readFailure, readPublication } from "./wire.js";

/** The longest waits for another try at the module: after one failure, and after many. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;
/** How long our guard against another tab's sign-out lasts at most, as in `src/core/state/sign_outs.rs`. */
export const LONGEST_GUARD_MS = 60_000;

/**
 * Sign-outs of this page that no engine looks after, until they are over. Each entry: the settings of their session; since when
 * (monotonic clock); how often the session sent `signed-out` to the other tabs; and the functions that report the end: its
 * channel's, and that of each later session which the channel does not reach.
 */
const closedSignOuts = new Set();

const times = (count, act) => {
  for (; count > 0; count--) act();
};

/**
 * `firstRead`: the first read, which has left already; where there is none, nothing is ever begun. `module` makes
 * instances (`module.js`). `face` is the session's side: it shows what a first answer says, publishes what an engine says, hides
 * everything, and ends calls.
 */
export function createLink(settings, firstRead, module, face) {
  /** @type {any} An `opening.js` State. */
  let state = INERT;
  let instance;
  let generation;
  let first;
  let timer;
  let channel;
  /** The sign-outs that were sent in the place of an engine, and that of the last engine. */
  const sent = [];
  const kept = createKept();
  /** Ends what listens to the page. */
  const listening = new AbortController();
  /**
   * What the engine is still to be told, in order. A call from a listener is put at the end, and the whole queue is worked off
   * before that call returns.
   */
  const queue = [];

  /** How often the page has left for the back/forward cache. */
  let leaves = 0;

  const hear = (name) => {
    if (name === "leaving") leaves++;
    dispatch({ type: "heard", name });
  };
  const dispatch = (event) => {
    const [next, effects] = step(state, event);
    state = next;
    carryOut(effects);
  };
  const carryOut = (effects) => {
    const wasOver = isOver();
    // Stops as soon as a listener, or the page's own `fetch`, closes the session: closing has done the rest.
    for (const effect of effects) if (isOver() === wasOver) acts[effect.do](effect);
  };

  /** Whom the engine shows; `null`: nobody is there; `undefined`: it does not know yet. */
  let shownUser;

  const pass = (...tellings) => {
    queue.push(...tellings);
    while (generation && queue.length > 0) generation.run(queue.shift());
  };
  /** The engine was handed a sign-out. If it is closed meanwhile, it sends that sign-out once more itself. */
  let hasSignOut;
  const passCall = (call) => {
    const telling = (engine) => {
      // An engine that does not know yet was told whose page it was, and holds the request itself.
      if (shownUser !== undefined && isAnothers(call, shownUser)) acts.refuse({ call, code: "superseded" });
      else {
        hasSignOut ||= isLogout(call);
        call.begin(engine, call.kind);
      }
    };
    return Object.assign(telling, { kind: call.kind });
  };
  const abandon = () => {
    first?.abort.abort();
    first = undefined;
  };
  const halt = () => clearTimeout(timer);
  /** The engine is gone: drops what was meant for it. */
  const end = () => {
    generation = instance = undefined;
    queue.length = 0;
    abandon();
  };

  /** Waits for the answer of this read. */
  const expect = (read) => {
    first = read;
    const answered = (shown) => first === read && dispatch({ type: "answered", shown });
    read.answer
      .then((answer) => {
        const { response, body } = kept.number(answer);
        const shown = readFirstAnswer({ response, body }, kept.featuresOf);
        read.deliver = (engine, id) => engine.answered(id, response, body);
        answered(shown && { ...shown, age: read.age });
      })
      // A response that the page has made itself may throw, too.
      .catch(() => {
        read.deliver = (engine, id) => engine.lost(id, false);
        answered(null);
      });
  };

  /** The other tabs wait for the end of what was sent, and so do the next sessions of this page. Resolves once it is over. */
  const holdUp = async ({ told }) => {
    const tellings = [channel?.say];
    const held = [settings, performance.now(), told, tellings];
    closedSignOuts.add(held);
    // If the page's own `fetch` closed the session while sending, that request is in `sent` only after it returns. So this
    // waits one turn.
    await null;
    await Promise.allSettled(sent);
    closedSignOuts.delete(held);
    times(told, () => {
      for (const tell of tellings) tell("sign-out-over");
    });
  };

  /** By the names of the effects. */
  const acts = {
    show({ shown }) {
      kept.show(shown.body.user?.permissions ?? 0);
      face.show(shown.news);
    },
    hide: face.hide,
    read: () => expect(readSession(settings)),
    abandon,
    load({ attempt }) {
      module.loadInstance(settings.wasm, first?.answer).then(
        (made) => {
          if (attempt === state.attempt) instance = made;
          dispatch({ type: "loaded", attempt });
        },
        (error) => {
          console.warn("platform-session: the WebAssembly did not load: try platform-session/inline", error);
          dispatch({ type: "failed", attempt, final: !module.mayComeLater(settings.wasm) });
        },
      );
    },
    start({ initial, user, read, looked, signOut, unseen, messages, calls }) {
      if (read === "none") abandon();
      const age = startAge();
      let isShown = calls.some(isLogout);
      hasSignOut = false;
      const begun = createGeneration(instance, settings, first, {
        ...face,
        number: kept.number,
        publish(cells) {
          const news =
            cells === null
              ? UNKNOWN
              : readPublication(cells, kept.show, kept.userOf, kept.companyOf, kept.rolesOf);
          shownUser = news.user?.id ?? (news.status === "unauthenticated" ? null : undefined);
          dispatch({ type: "published", user: shownUser });
          // The entry shows a waiting sign-out already, so what the engine publishes before it is handed that sign-out is not
          // shown. Nor is what a closing engine publishes: `close` shows the end after `holdUp`, because a listener may create
          // the next session.
          if (!isShown && generation === begun) face.publish(news);
        },
        settle(call, failure, sent) {
          const error = failure && readFailure(failure);
          // `wasDecided`: it succeeded, or was refused by a 4xx. After any other failure the user may be signed in.
          dispatch({ type: "settled", call, wasDecided: !error || Math.floor(error.status / 100) === 4 });
          face.settle(call, error, sent);
        },
        broadcast(message) {
          channel.say(message);
          dispatch({ type: "said", message });
        },
        trapped: () => dispatch({ type: "trapped", long: age() > LAST_RETRY_MS }),
      });
      generation = begun;
      instance = undefined;
      // Before the calls, which may give the first read up: its failure makes what is shown stale.
      if (read === "failed" && !isShown) queue.push(begun.hearFirst);
      // The engine holds the requests until the first read has confirmed whose page it is.
      queue.push(...messages.map(begun.telling), ...calls.map(passCall), begun.hearFirst);
      if (looked) queue.push(begun.telling("focused"));
      face.starting();
      shownUser = undefined;
      begun.start(initial, user, signOut, unseen);
      isShown = false;
      pass();
      // It may have trapped, or a listener may have closed the session.
      if (generation === begun) {
        first = undefined;
        face.started();
      }
    },
    pass: ({ call }) => pass(passCall(call)),
    say: ({ message }) => channel.say(message),
    holdUp,
    depart(effect) {
      sent.push(sendSignOut(settings));
      holdUp(effect).then(() => hear("sign-out-over"));
    },
    tell: ({ name }) => generation && pass(generation.telling(name)),
    end,
    refuse: ({ call, code }) => face.refuse(call.id, new SessionError(code)),
    /** Exponential backoff with full jitter. */
    retry({ failures }) {
      halt();
      const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
      timer = setTimeout(() => dispatch({ type: "due" }), Math.random() * longest);
    },
    halt,
    close({ pending }) {
      const closing = generation;
      // A listener has closed the session before the engine heard of it.
      if (!hasSignOut && queue.some(isLogout)) {
        if (pending.unsaid) channel.say("signed-out");
        acts.depart({ told: 0 });
      }
      halt();
      listening.abort();
      end();
      // An engine that was closed while it called the page's own `fetch` sends the sign-out once that returns.
      sent.push(closing?.close());
      holdUp({ told: pending?.told || pending?.unsaid }).then(channel?.close);
      face.closed();
    },
  };

  const isOver = () => state.is === "closed" || state.is === "inert";

  const isRunning = () => state.is === "running";
  /** Throws what says why no engine runs. */
  const assertRunning = () => {
    if (isOver()) throw new SessionError("closed");
    if (state.is === "barred") throw new SessionError("wasm-unavailable");
    if (!isRunning()) throw new SessionError("not-ready", { retryable: true });
  };

  return {
    /** The session begins. `initial`: what a server read for this page, with the news that it is. */
    open(initial) {
      if (!firstRead) return initial && face.show(initial.news);
      const shown = initial && { ...initial, age: startAge() };
      if (initial) kept.numberInitial(initial);
      const [begun, effects] = begin({ initial: shown, online: navigator.onLine });
      state = begun;
      expect(firstRead);
      carryOut(effects);
      channel = openChannel(settings, hear);
      watchPage(hear, listening.signal);
      // Sign-outs that earlier sessions of this page have sent: nobody can tell which session one ends, or whose cookie its answer
      // removes. So this session treats them as another tab's. One that is never answered has a guard as well, which ends by time.
      for (const [{ origin, tabs }, since, told, tellings] of closedSignOuts)
        if (
          origin === settings.origin &&
          performance.now() - since < Math.min(LONGEST_GUARD_MS, settings.timeoutMs)
        ) {
          times(told, () => hear("signed-out"));
          if (!(tabs && channel.isOpen)) tellings.push(hear);
        }
    },
    /** A call: passed on at once where an engine runs, so that what it closes is closed when this returns. */
    call: (call) => dispatch({ type: "called", call }),
    abort(id) {
      if (isRunning()) pass((engine) => engine.ask(callNumber("abort"), id, false, 0));
      else {
        dispatch({ type: "settled", call: id });
        face.refuse(id, new SessionError("aborted"));
      }
    },
    /** Tells the engine, if one runs. */
    tell: (name) => generation && pass(generation.telling(name)),
    /** Tells of what also counts while no engine runs. */
    hear,
    leaves: () => leaves,
    isRunning,
    isOver,
    assertRunning,
    /** The engine's check of return URLs. */
    mayReturnTo(...parts) {
      const allowed = generation?.run((engine) => engine.mayReturnTo(...parts));
      // The engine has trapped.
      if (allowed === undefined) assertRunning();
      return allowed;
    },
    close: () => dispatch({ type: "closed" }),
  };
}
