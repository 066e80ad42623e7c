import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { begin, INERT, step } from "../../pkg/entry/opening.js";
import { beginWorld, events, happen, LIMITS, SOMEBODY } from "./opening-world.mjs";

/** Every order of events, breadth first: how many situations there are, and by which states they went. */
function explore(limits, act = step) {
  const seen = new Set();
  const names = new Set();
  let level = [undefined, SOMEBODY].map((initial) => {
    const [state, effects] = begin({ initial, online: true });
    return { state, world: beginWorld(effects, initial), path: null };
  });
  while (level.length > 0) {
    const next = [];
    for (const node of level) {
      names.add(node.state.is);
      for (const event of events(node.world, limits)) {
        try {
          const [state, effects] = act(node.state, event);
          const world = happen(node.world, event, effects);
          const key = JSON.stringify([state, world]);
          if (seen.has(key)) continue;
          seen.add(key);
          const found = { state, world, path: { event, before: node.path } };
          assertSettles(found, act);
          next.push(found);
        } catch (error) {
          error.stack += `\nafter ${JSON.stringify(trace({ event, before: node.path }))}`;
          throw error;
        }
      }
    }
    level = next;
  }
  return { situations: seen.size, names };
}

function trace(path) {
  const events = [];
  for (let at = path; at; at = at.before) events.unshift(at.event);
  return events;
}

/** The world answers: the page is here and online, time passes, and the module comes. */
function assertSettles(found, act) {
  let { state, world } = found;
  for (let turn = 0; turn < 6; turn++) {
    if (world.engine || world.closed || world.final) return;
    let event = { type: "due" };
    if (!world.here) event = { type: "news", news: "restored" };
    else if (!world.online) event = { type: "news", news: "online" };
    else if (world.loading) event = { type: "loaded", attempt: world.attempt };
    else if (!world.timer) break;
    const [next, effects] = act(state, event);
    world = happen(world, event, effects);
    state = next;
  }
  assert.fail(`it never comes to run: ${JSON.stringify(state)}`);
}

const isWord = (event, word) => event.type === "news" && event.news === word;

/** Keeps the first read at a word that may make its answer an old one. */
const keepsRead = (word) => (state, event) => {
  const [next, effects] = step(state, event);
  if (!isWord(event, word) || next.is !== "opening") return [next, effects];
  return [{ ...next, read: state.read }, effects.filter((effect) => effect.do !== "abandon")];
};

/** One slip each, which the rules must not let pass. */
const SLIPS = {
  "does not hear a sign-out of another tab": (state, event) =>
    isWord(event, "signed-out") && state.is !== "running" ? [state, []] : step(state, event),
  "shows an answer from before a sign-out": (state, event) =>
    step(event.type === "answered" && state.is === "opening" ? { ...state, showable: true } : state, event),
  "hands over an answer from before another tab's sign-out": keepsRead("signed-out"),
  "hands over an answer from before another tab's sign-in": keepsRead("signed-in"),
  "hands over an answer from before the end of another tab's sign-out": keepsRead("sign-out-over"),
  "makes a request for another than the one whose it is": (state, event) => {
    const [next, effects] = step(state, event);
    if (!isWord(event, "signed-in") || next.is !== "opening") return [next, effects];
    return [{ ...next, calls: state.calls }, effects.filter((effect) => effect.do !== "refuse")];
  },
  "takes a request for nobody's that was made before the first answer": (state, event) => {
    const [next, effects] = step(state, event);
    return event.type === "answered" && next.calls
      ? [{ ...next, calls: state.calls }, effects]
      : [next, effects];
  },
  "loses a call to a word of another tab": (state, event) => {
    const owned = state.calls?.map((call) => ({ ...call, kind: "fetch", owner: 1 }));
    return step(isWord(event, "signed-out") && owned ? { ...state, calls: owned } : state, event);
  },
  "signs in by what was typed before the page was left": (state, event) => {
    const [next, effects] = step(state, event);
    if (!isWord(event, "leaving") || next.is !== "away") return [next, effects];
    return [{ ...next, calls: state.calls ?? [] }, effects.filter((effect) => effect.do !== "refuse")];
  },
  "ends what somebody began in another tab": (state, event) => {
    const [next, effects] = step(state, event);
    if (!isWord(event, "signed-in") || next.is === "running") return [next, effects];
    return [{ ...next, pending: state.pending }, effects.filter((effect) => effect.do !== "say")];
  },
  "tells no other tab of a sign-out before its module is there": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, event.type === "called" ? effects.filter((effect) => effect.do !== "say") : effects];
  },
  "leaves the other tabs guarding against a sign-out that is over": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, effects.filter((effect) => effect.do !== "say")];
  },
  "keeps its gates open on the way into the back/forward cache": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, isWord(event, "leaving") ? effects.filter((effect) => effect.do !== "hide") : effects];
  },
  "never asks again for a module that failed": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, effects.filter((effect) => effect.do !== "retry")];
  },
  "takes the word of an older try": (state, event) =>
    step(state, event.type === "failed" ? { ...event, attempt: state.attempt } : event),
  "keeps the calls of an engine that trapped": (state, event) => {
    const [next, effects] = step(state, event);
    return [next, event.type === "trapped" ? effects.filter((effect) => effect.do !== "reject") : effects];
  },
  "forgets with an engine what it had heard": (state, event) => {
    const [next, effects] = step(state, event);
    return [event.type === "trapped" ? { ...next, words: [] } : next, effects];
  },
  "forgets a sign-out that no engine could tell of": (state, event) =>
    step({ ...state, pending: false }, event),
  "tries from the back/forward cache": (state, event) => {
    const [next, effects] = step(state, event);
    return isWord(event, "leaving")
      ? [next, effects.filter((effect) => effect.do !== "halt")]
      : [next, effects];
  },
  "asks for the module while it is offline": (state, event) =>
    step(
      isWord(event, "offline") ? { ...state, online: true } : state,
      isWord(event, "offline") ? {} : event,
    ),
  "goes on after close": (state, event) =>
    state.is === "closed" && event.type === "called"
      ? [state, [{ do: "pass", call: event.call }]]
      : step(state, event),
  "starts on a page that is away": (state, event) =>
    event.type === "loaded" && state.is === "away"
      ? step({ ...state, is: "opening", read: "none" }, event)
      : step(state, event),
};

describe("The page before its module", () => {
  it("keeps every rule in every order of events, and reaches every state", () => {
    const found = LIMITS.map((limits) => explore(limits));
    const situations = found.reduce((sum, each) => sum + each.situations, 0);
    assert.ok(situations > 10_000, `${situations} situations`);
    const names = new Set(found.flatMap((each) => [...each.names]));
    assert.deepEqual([...names].sort(), ["away", "barred", "closed", "opening", "running", "waiting"]);
  });

  for (const [name, act] of Object.entries(SLIPS)) {
    it(`is seen to break a rule where it ${name}`, () => {
      assert.throws(() => LIMITS.map((limits) => explore(limits, act)), assert.AssertionError);
    });
  }

  it("does nothing where there is none", () => {
    const call = { id: 1, kind: "other" };
    assert.deepEqual(step(INERT, { type: "called", call }), [
      INERT,
      [{ do: "refuse", call, code: "closed" }],
    ]);
    assert.deepEqual(step(INERT, { type: "news", news: "signed-out" }), [INERT, []]);
    assert.deepEqual(step(INERT, { type: "closed" }), [{ is: "closed" }, [{ do: "close" }]]);
  });

  it("keeps few words, however many other tabs say", () => {
    let [state] = begin({ initial: undefined, online: true });
    const words = ["changed", "signed-in", "signed-out", "changed", "sign-out-over", "signed-in"];
    for (let turn = 0; turn < 100; turn++) {
      for (const news of words) [state] = step(state, { type: "news", news });
    }
    assert.deepEqual(state.words, ["changed", "signed-in"]);
  });
});
