// What may happen to a page whose engine does not run yet, or no more; what must never come of it, `opening-rules.mjs`
// says. The rules are stated over what happened: what was asked for, called and heard, and when. They know nothing of
// the reducer's states.

import assert from "node:assert/strict";
import { MESSAGES } from "../../pkg/entry/channel.js";
import { carryOut, endSignIn, hearSignIn, untold } from "./opening-rules.mjs";

/** How often each may happen. Together they would be too many to explore; each two, or two of a kind, meet in one of these. */
export const LIMITS = [
  { calls: 0, messages: 1, ends: 1, leaves: 1, turns: 1, windows: 0 },
  { calls: 1, messages: 0, ends: 1, leaves: 1, turns: 1, windows: 0 },
  { calls: 1, messages: 1, ends: 2, leaves: 0, turns: 0, windows: 0 },
  { calls: 2, messages: 1, ends: 1, leaves: 0, turns: 0, windows: 0 },
  { calls: 1, messages: 2, ends: 1, leaves: 0, turns: 0, windows: 0 },
  { calls: 2, messages: 0, ends: 1, leaves: 1, turns: 0, windows: 0 },
  { calls: 1, messages: 1, ends: 1, leaves: 1, turns: 0, windows: 0 },
  { calls: 3, messages: 0, ends: 1, leaves: 0, turns: 0, windows: 0 },
  { calls: 2, messages: 0, ends: 1, leaves: 0, turns: 0, windows: 1 },
  { calls: 1, messages: 0, ends: 1, leaves: 1, turns: 0, windows: 1 },
  { calls: 1, messages: 0, ends: 0, leaves: 1, turns: 0, windows: 0, looks: 1 },
  { calls: 1, messages: 1, ends: 0, leaves: 0, turns: 0, windows: 0, looks: 1 },
];
const KINDS = ["login", "logout", "refresh", "fetch", "start"];

/** Answers, as the entry reads them. */
export const SOMEBODY = { news: { user: { id: 1 } } };
export const ANOTHER = { news: { user: { id: 2 } } };
export const NOBODY = { news: { user: null } };
const DEACTIVATED = { news: { user: null, reason: "deactivated" } };

/** Which calls mean something else than when they were made, once this has happened; beside requests of somebody's. */
const OUTDATES = {
  "signed-in": ["logout"],
  "signed-out": ["login"],
  leaving: ["login", "logout", "start"],
  unloading: ["login", "logout", "start"],
  restored: ["login", "logout", "start"],
};

const nothing = {
  ...untold,
  /**
   * The first read under way; `old`: since it was asked for, a sign-out was called here, another tab spoke of a sign-in
   * or a sign-out, or the page left. `looked`: the page was looked at, or came online, since it ended.
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
  /** It is being unloaded, and never comes back. */
  gone: false,
  online: true,
  final: false,
  closed: false,
  /** What they are still to be told. */
  owes: [],
  /**
   * Calls: how many were made, those that wait, and whether any was passed on. `owner`: who was shown last when it
   * was made, or first since; "nobody": a sign-out waited, so nobody was shown. `void`: it does not mean any more what it
   * meant when it was made.
   */
  made: 0,
  waiting: [],
  passed: false,
  /** A sign-out that no engine will send: the page goes, or is closed, or no engine ever comes. */
  owesSignOut: false,
  used: { messages: 0, ends: 0, leaves: 0, turns: 0, windows: 0, looks: 0 },
};

const copy = (world) => ({
  ...world,
  read: world.read && { ...world.read },
  open: world.open && { ...world.open },
  given: world.given && { ...world.given },
  signOut: world.signOut && { ...world.signOut },
  owes: [...world.owes],
  waiting: world.waiting.map((call) => ({ ...call })),
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
  if (world.made < limits.calls) {
    for (const kind of KINDS) yield { type: "called", call: { id: world.made + 1, kind } };
  }
  if (!world.closed) yield { type: "closed" };
  if (world.gone) return;
  if (world.read && !world.read.answered) {
    const others = world.last === 1 ? [ANOTHER] : [];
    for (const shown of [SOMEBODY, ...others, NOBODY, DEACTIVATED, null]) yield { type: "answered", shown };
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
    const others = world.last === 1 ? [2] : [];
    for (const user of [1, ...others, null, undefined]) yield { type: "published", user };
    if (world.signIn !== null)
      for (const wasDecided of [true, false]) yield { type: "settled", call: world.signIn, wasDecided };
    if (world.unsaid) yield { type: "said", message: "signed-out" };
    if (world.told > 0) yield { type: "said", message: "sign-out-over" };
  }
  if (world.timer) yield { type: "due" };
  if (!world.here) yield { type: "heard", name: "restored" };
  else if (used.leaves < limits.leaves)
    for (const name of ["leaving", "unloading"]) yield { type: "heard", name };
  if (used.turns < limits.turns || !world.online) {
    yield { type: "heard", name: world.online ? "offline" : "online" };
  }
  if (used.windows < limits.windows) yield { type: "heard", name: "window-gone" };
  if (used.looks < limits.looks) for (const name of ["visible", "focused"]) yield { type: "heard", name };
  if (used.messages < limits.messages) for (const name of MESSAGES) yield { type: "heard", name };
}

/** The world after an event and its effects. Throws where a rule is broken. */
export function happen(before, event, effects) {
  const world = copy(before);
  switch (event.type) {
    case "answered":
      happenAnswer(world, event.shown, effects);
      break;
    case "loaded":
      if (event.attempt === world.attempt) Object.assign(world, { loading: false, instance: true });
      break;
    case "failed":
      if (event.attempt !== world.attempt) break;
      world.used.ends += 1;
      world.owesSignOut = waitsToSignOut(world);
      Object.assign(world, { loading: false, final: event.final });
      break;
    case "trapped":
      world.used.ends += 1;
      world.engine = false;
      endSignIn(world);
      // Nobody else tells them.
      if (world.unsaid) owe(world, "signed-out");
      world.unsaid = false;
      break;
    case "published":
      happenPublished(world, event.user);
      break;
    case "settled":
      endSignIn(world, event.wasDecided);
      break;
    case "said":
      count(world, event.message);
      break;
    case "due":
      world.timer = false;
      break;
    case "called":
      happenCall(world, event.call);
      break;
    case "closed":
      world.owesSignOut = waitsToSignOut(world);
      world.closed = true;
      break;
    case "heard":
      happenHeard(world, event.name);
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

/** An answer on who is there, to a question that nothing has overtaken. */
function happenAnswer(world, shown, effects) {
  const { read, last, open, given, waiting } = world;
  read.answered = shown ?? "bad";
  if (!shown || read.old) return;
  // A sign-in that waits is about to change that.
  const isChanging = waiting.some(({ kind }) => kind === "login");
  // Where a server found nobody, an engine tells that somebody has come.
  const mayWait = world.engine || isChanging || (given && !given.old && !given.shown.news.user);
  const isOther = last !== null && last !== (shown.news.user?.id ?? null);
  // It is not shown, and may be lost before an engine takes it up.
  if (isOther || !isChanging) Object.assign(world, { returned: isOther, hasReturned: isOther });
  if (isOther && open) open.old = true;
  if (!mayWait && !isOther)
    assert.ok(
      effects.some((effect) => effect.do === "show"),
      "the first answer is shown",
    );
}

function happenPublished(world, user) {
  if (user === undefined) return;
  if (user === null) return forget(world);
  // It shows nobody before a sign-out is over, or a read has told who is back.
  Object.assign(world, {
    heard: 0,
    returned: false,
    newcomer: world.newcomer && user === world.last,
    // While a sign-in is under way, it may be that one's own message, which says nothing of who came after.
    isAnyoneThere: world.isAnyoneThere && (user === world.last || world.signIn !== null),
    hasReturned: false,
    last: user,
  });
}

const forget = (world) => Object.assign(world, { last: null, returned: false, newcomer: false });

/** A message about sign-outs of this page has gone to the other tabs. */
function count(world, message) {
  world.told += message === "signed-out" ? 1 : -1;
  world.unsaid &&= message !== "signed-out";
  if (world.told === 0) Object.assign(world, { signOut: null, unsaid: false });
}

/** A further sign-out is about anyone. */
const doubt = ({ signOut }) => {
  if (signOut) signOut.isInDoubt = true;
};

const owe = (world, message) => {
  world.owes.push(message);
  count(world, message);
};

function happenCall(world, { id, kind }) {
  const joins = world.waiting.some((call) => call.kind === "logout");
  world.made += 1;
  world.waiting.push({ id, kind, owner: joins ? "nobody" : world.last, void: false });
  // Whoever is there is to be shown, though a sign-out has failed.
  if (kind === "refresh" && !world.engine && !joins) doubt(world);
  if (kind !== "logout" || world.closed || world.final) return;
  const { last, signIn, isAnyoneThere, hasReturned, signOut } = world;
  world.signOut = {
    // Called again, it is still about the one who was there.
    user: last ?? signOut?.user,
    anyones:
      isAnyoneThere ||
      hasReturned ||
      signIn !== null ||
      !!signOut?.isInDoubt ||
      (last === null && !!signOut?.anyones),
  };
  forget(world);
  age(world);
  // What a user's page has asked for is not meant for after their sign-out. Nor is a sign-in that was called before.
  if (world.here)
    for (const call of world.waiting)
      call.void ||= call.kind === "login" || (call.kind === "fetch" && Number.isInteger(call.owner));
  if (world.engine) world.unsaid = true;
  else if (!joins) owe(world, "signed-out");
  // On the way into the cache, or out of this world.
  if (!world.engine && !world.here) outdate(world, "leaving", [world.waiting.at(-1)]);
}

/** No engine runs to send it, and nothing has made it another's. */
const waitsToSignOut = ({ waiting }) => waiting.some((call) => call.kind === "logout" && !call.void);

/**
 * Whoever is there from here on, it may be somebody else: a request of the page's own was not meant for them, and nobody is
 * signed out, or in, by what was called for another. A request that waits as the page leaves, or comes back, goes to nobody.
 */
const outdate = (world, name, calls = world.waiting) => {
  const goes = name === "leaving" || name === "unloading";
  if (goes) world.owesSignOut = waitsToSignOut(world);
  for (const call of calls) {
    const isTurn = goes || name === "restored";
    const isOver = call.kind === "fetch" && (isTurn || call.owner !== null);
    call.void ||= isOver || OUTDATES[name].includes(call.kind);
  }
};

const look = ({ read }) => {
  if (read?.answered) read.looked = true;
};

function happenHeard(world, name) {
  switch (name) {
    case "unloading":
      Object.assign(world, { here: false, gone: true });
      world.used.leaves += 1;
      outdate(world, name);
      return;
    case "leaving":
    case "restored":
      world.here = name === "restored";
      world.used.leaves += world.here ? 0 : 1;
      world.returned = world.here && world.last !== null;
      world.hasReturned ||= world.here;
      age(world);
      outdate(world, name);
      return;
    case "window-gone":
      world.returned = world.last !== null;
      // Whoever signed in there.
      world.isAnyoneThere = true;
      world.used.windows += 1;
      ageAnswer(world);
      return;
    case "visible":
    case "focused":
      world.used.looks += 1;
      look(world);
      return;
    case "online":
    case "offline":
      world.online = name === "online";
      if (world.online) look(world);
      world.used.turns += 1;
      return;
    case "signed-in":
      ageAnswer(world);
      hearSignIn(world).isAnyoneThere = true;
      // A sign-out is given up, and whoever waits for it is told. An engine judges for itself, and where none ever comes, nothing
      // is told.
      if (!world.engine && !world.final) {
        while (world.told > 0) owe(world, "sign-out-over");
      }
      outdate(world, name);
      break;
    case "signed-out":
      age(world);
      outdate(world, name);
      forget(world);
      world.heard += 1;
      break;
    case "sign-out-over":
      ageAnswer(world);
      world.heard = Math.max(0, world.heard - 1);
      break;
  }
  doubt(world);
  world.used.messages += 1;
  world.news ||= !world.engine;
}
