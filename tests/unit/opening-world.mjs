// What may happen to a page whose engine does not run yet, or no more, and what must never come of it. The rules are
// stated over what happened: what was asked for, called and heard, and when. They know nothing of the reducer's states.

import assert from "node:assert/strict";
import { WORDS } from "../../pkg/entry/channel.js";

/** How often each may happen. Together they would be too many to explore; each two meet in one of these. */
export const LIMITS = [
  { calls: 1, words: 1, ends: 1, leaves: 1, turns: 1 },
  { calls: 2, words: 1, ends: 2, leaves: 1, turns: 0 },
  { calls: 1, words: 2, ends: 2, leaves: 1, turns: 0 },
];
const KINDS = ["login", "logout", "refresh", "fetch"];

/** Answers, as the entry reads them. */
export const SOMEBODY = { news: { user: { id: 1 } } };
export const NOBODY = { news: { user: null } };

const nothing = {
  /**
   * The first read under way; `old`: since it was asked for, a sign-out was called here, another tab spoke of a sign-in
   * or a sign-out, or the page left.
   */
  read: null,
  /** Who is shown by the entry, with a mark of the same name: a sign-out was called or heard since, or the page left. */
  open: null,
  /** The newest try at the module, and whether it is still to come. */
  attempt: 0,
  loading: false,
  instance: false,
  engine: false,
  timer: false,
  here: true,
  online: true,
  final: false,
  closed: false,
  /** A sign-out that was called here, and that nobody has confirmed. */
  signOut: false,
  /** The other tabs were told of it. */
  told: false,
  /** What they are still to be told. */
  owes: null,
  /** Sign-outs of other tabs that are not over, and after which no engine has shown anybody. */
  heard: 0,
  /** And whether there is news that no engine has heard. */
  news: false,
  /**
   * Calls: how many were made, those that wait, and the numbers of those passed on. `owned`: somebody was shown when it
   * was made, or the first to be shown since. `void`: it does not mean any more what it meant when it was made.
   */
  made: 0,
  waiting: [],
  passed: [],
  used: { words: 0, ends: 0, leaves: 0, turns: 0 },
};

const copy = (world) => ({
  ...world,
  read: world.read && { ...world.read },
  open: world.open && { ...world.open },
  given: world.given && { ...world.given },
  waiting: world.waiting.map((call) => ({ ...call })),
  passed: [...world.passed],
  used: { ...world.used },
});

/** The page begins. */
export function beginWorld(effects, initial) {
  const world = copy(nothing);
  if (initial) world.given = { shown: initial, old: false };
  return carryOut(world, effects, { type: "began" });
}

/** What may happen next. */
export function* events(world, limits) {
  const { attempt, used } = world;
  if (world.read && !world.read.answered) {
    for (const shown of [SOMEBODY, NOBODY, null]) yield { type: "answered", shown };
  }
  if (world.loading) {
    yield { type: "loaded", attempt };
    if (used.ends < limits.ends) {
      yield { type: "failed", attempt, final: false };
      yield { type: "failed", attempt, final: true };
    }
  }
  if (attempt > 1 && !world.closed) {
    yield { type: "loaded", attempt: attempt - 1 };
    yield { type: "failed", attempt: attempt - 1, final: false };
  }
  if (world.engine) {
    if (used.ends < limits.ends) yield { type: "trapped" };
    for (const pending of new Set([false, world.signOut])) {
      for (const open of [false, true]) yield { type: "published", open, pending };
    }
  }
  if (world.timer) yield { type: "due" };
  if (!world.here) yield { type: "news", news: "restored" };
  else if (used.leaves < limits.leaves) yield { type: "news", news: "leaving" };
  if (used.turns < limits.turns || !world.online) {
    yield { type: "news", news: world.online ? "offline" : "online" };
  }
  if (used.words < limits.words) for (const news of WORDS) yield { type: "news", news };
  if (world.made < limits.calls) {
    for (const kind of KINDS) yield { type: "called", call: { id: world.made + 1, kind } };
  }
  if (!world.closed) yield { type: "closed" };
}

/** The world after an event and its effects. Throws where a rule is broken. */
export function happen(before, event, effects) {
  const world = copy(before);
  switch (event.type) {
    case "answered":
      world.read.answered = event.shown ?? "bad";
      break;
    case "loaded":
      if (event.attempt === world.attempt) Object.assign(world, { loading: false, instance: true });
      break;
    case "failed":
      if (event.attempt !== world.attempt) break;
      world.used.ends += 1;
      Object.assign(world, { loading: false, final: event.final });
      break;
    case "trapped":
      world.used.ends += 1;
      world.engine = false;
      break;
    case "published":
      world.signOut = world.told = event.pending;
      if (event.open) world.heard = 0;
      break;
    case "due":
      world.timer = false;
      break;
    case "called":
      happenCall(world, event.call);
      break;
    case "closed":
      world.closed = true;
      break;
    case "news":
      happenNews(world, event.news);
      break;
  }
  return carryOut(world, effects, event);
}

const ageAnswer = ({ read }) => {
  if (read) read.old = true;
};
const age = (world) => {
  ageAnswer(world);
  for (const known of [world.open, world.given]) if (known) known.old = true;
};

function happenCall(world, { id, kind }) {
  world.made += 1;
  world.waiting.push({ id, kind, owned: world.open !== null, void: false });
  if (kind !== "logout") return;
  world.signOut = true;
  age(world);
  if (world.closed || world.final) return;
  // An engine tells them itself.
  if (!world.told && !world.engine) world.owes = "signed-out";
  world.told = true;
}

/** Whoever is there from here on, it may be somebody else: a request of the page's own was not meant for them. */
const disown = (world, isVoid = (_call) => false) => {
  for (const call of world.waiting) call.void ||= (call.kind === "fetch" && call.owned) || isVoid(call);
};

function happenNews(world, news) {
  switch (news) {
    case "leaving":
    case "restored":
      world.here = news === "restored";
      world.used.leaves += world.here ? 0 : 1;
      age(world);
      // Whoever comes back is not signed in by what was typed before.
      if (!world.here) disown(world, ({ kind }) => kind === "login");
      return;
    case "online":
    case "offline":
      world.online = news === "online";
      world.used.turns += 1;
      return;
    case "signed-in":
      ageAnswer(world);
      disown(world);
      // While no sign-out is under way: told again, it would end the newer session. An engine judges for itself, and
      // where none ever comes, nothing is told.
      if (!world.engine && !world.final && !world.waiting.some(({ kind }) => kind === "logout")) {
        if (world.told) world.owes = "sign-out-over";
        world.signOut = world.told = false;
      }
      break;
    case "signed-out":
      age(world);
      disown(world);
      world.heard += 1;
      break;
    case "sign-out-over":
      ageAnswer(world);
      world.heard = Math.max(0, world.heard - 1);
      break;
  }
  world.used.words += 1;
  world.news ||= !world.engine;
}

function carryOut(world, effects, event) {
  for (const effect of effects) {
    if (event.type !== "closed" && world.closed)
      assert.equal(effect.do, "refuse", "after close there is nothing");
    acts[effect.do](world, effect, event);
  }
  rules(world, event);
  return world;
}

const settleAll = (world) => Object.assign(world, { waiting: [], passed: [] });

const passOn = (world, calls) => {
  for (const { id } of calls) {
    const call = world.waiting.shift();
    assert.equal(call?.id, id, "calls are passed on once, and in their order");
    assert.ok(!call.void, "no call is made for another than the one whose it is");
    world.passed.push(id);
  }
};

const acts = {
  read(world) {
    assert.equal(world.read, null, "one first read at a time");
    world.read = { old: false, answered: false };
  },
  abandon(world) {
    world.read = null;
  },
  show(world, _, event) {
    const source = event.type === "began" ? world.given : world.read;
    const shown = event.type === "began" ? source.shown : source.answered;
    assert.ok(!source.old, "what is shown was asked for after every sign-out, sign-in and return");
    assert.notEqual(shown, "bad");
    assert.ok(!world.engine, "an engine shows for itself");
    world.open = shown === SOMEBODY ? { old: false } : null;
    // The first word on who is there.
    if (world.open) for (const call of world.waiting) call.owned = true;
  },
  hide(world) {
    world.open = null;
  },
  load(world, { attempt }) {
    assert.ok(!world.loading && !world.instance, "one try at a time");
    Object.assign(world, { loading: true, attempt });
  },
  start(world, { initial, first, pending, said, words, calls }) {
    assert.ok(world.instance && world.here, "an engine begins on an instance, and on a page that is here");
    assert.equal(initial === SOMEBODY, world.open !== null, "an engine begins with what is shown");
    assert.ok(!world.open?.old, "and with nothing from before a sign-out");
    if (first) {
      const logout = pending || calls.some(({ kind }) => kind === "logout");
      assert.ok(world.read && (!world.read.old || logout), "nor confirms it");
    }
    assert.equal(words.filter((word) => word === "signed-out").length, world.heard, "it hears each sign-out");
    if (first) assert.equal(words.length > 0, world.news || world.heard > 0, "and all that was said");
    // A read that begins now is younger than any word, but who is shown until then is not.
    else
      assert.ok(
        words.every((word) => word === "signed-out" || (word === "signed-in" && initial === SOMEBODY)),
      );
    const called = calls.some(({ kind }) => kind === "logout");
    assert.equal(said, called, "of a call that it is to make, the other tabs are told once");
    if (world.signOut) assert.ok(pending || called, "a sign-out that nobody has confirmed is told again");
    if (pending) assert.ok(world.signOut, "and no other is");
    passOn(world, calls);
    Object.assign(world, { engine: true, instance: false, read: null, open: null, news: false });
  },
  pass: (world, { call }) => passOn(world, [call]),
  tell(world) {
    assert.ok(world.engine, "only an engine is told");
  },
  end(world) {
    Object.assign(world, { engine: false, instance: false, read: null });
  },
  reject: settleAll,
  refuse(world, { call, code }) {
    const made = world.waiting.find(({ id }) => id === call.id);
    assert.ok(made, `call ${call.id} is settled once`);
    if (code === "superseded") assert.ok(made.void, "no call is lost that means what it meant");
    else assert.ok(world.closed || world.final, "nor where it can still be made");
    world.waiting = world.waiting.filter((call) => call !== made);
  },
  say(world, { word }) {
    assert.equal(word, world.owes, "the other tabs hear of a sign-out once, and once that it is over");
    world.owes = null;
  },
  retry(world) {
    assert.ok(world.online && world.here, "the module is asked for on a page that is here and online");
    world.timer = true;
  },
  halt(world) {
    world.timer = false;
  },
  close(world) {
    settleAll(world);
    const gone = { read: null, open: null, engine: false, instance: false, loading: false, timer: false };
    Object.assign(world, gone);
  },
};

function rules(world, { type, news, call }) {
  const { engine, closed, final, loading, instance, timer, here, online } = world;
  if (type === "closed" || closed) {
    assert.deepEqual(
      [world.waiting, timer, world.read],
      [[], false, null],
      "a closed session leaves nothing",
    );
    return;
  }
  assert.equal(world.owes, null, "the other tabs hear of a sign-out at its call, and that it is over");
  assert.ok(!world.waiting.some((call) => call.void), "whoever waits for nothing is told");
  const closes = news === "signed-out" || news === "leaving" || call?.kind === "logout";
  if (closes && !engine) assert.equal(world.open, null, `gates close at ${news ?? call.kind}`);
  if (!loading && !instance && !engine && here)
    assert.equal(world.open, null, "gates close where nothing runs");
  if (engine) assert.deepEqual(world.waiting, [], "an engine is told of a call at once");
  else assert.deepEqual(world.passed, [], "no call waits for an engine that is gone");
  if (final) assert.deepEqual([world.waiting, timer], [[], false], "nobody waits for what cannot come");
  else {
    assert.ok(
      engine || loading || instance || timer || !here || !online,
      "a module that failed is asked for again",
    );
    assert.ok(world.waiting.length === 0 || loading || instance || !here, "nobody waits for nothing");
  }
  if (timer) assert.ok(online && here, "and not from a page that is away or offline");
}
