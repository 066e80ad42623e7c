// What must never come of what happens to a page before its engine runs.

import assert from "node:assert/strict";

/** What has been said, and by whom. */
export const untold = {
  /** Who was shown last, by the entry or an engine: nobody was found since, and no sign-out called or heard. */
  last: null,
  /**
   * That may be true no more: the page has come back while it was known, and nothing has told since who is there; or an
   * answer has told of somebody else, or nobody, which the engine has to find.
   */
  returned: false,
  /** The entry shows that nobody is there; and somebody has signed in since. */
  isNobodyShown: false,
  isNobodyOutdated: false,
  /** A sign-in was called here, or another tab has spoken of one: ever, and since who was shown last was shown first. */
  mayHaveSignIn: false,
  newcomer: false,
  /** The newest sign-in of this page that an engine was handed, until it is over: its call. */
  signIn: null,
  /**
   * Somebody else may have come, and an engine has shown nobody else since: a sign-in is over, and nobody has heard whether
   * it was taken; or another tab spoke of one.
   */
  isAnyoneThere: false,
  /** The page has come back from the cache, or an answer told of somebody else, or nobody; and nobody has been shown since. */
  hasReturned: false,
  /**
   * A sign-out that was called here, and that nobody has confirmed: whose it is; `anyones`: that is not known; `isInDoubt`: since
   * then, another tab has spoken, or the page has asked who is there.
   */
  signOut: null,
  /** How often the other tabs were told of it, and not that it is over; and whether an engine has yet to tell them. */
  told: 0,
  unsaid: false,
  /** Sign-outs of other tabs that are not over, and after which no engine has shown anybody. */
  heard: 0,
  /** And whether there is news that no engine has heard. */
  news: false,
  /** Whether the entry shows that a sign-out is pending, and that the module did not come. */
  shownPending: false,
  shownError: false,
};

/** Carries out what was decided, and holds it against the rules. */
export function carryOut(world, effects, event) {
  for (const effect of effects) {
    if (event.type !== "closed" && world.closed)
      assert.equal(effect.do, "refuse", "after close there is nothing");
    acts[effect.do](world, effect, event);
  }
  rules(world, event);
  // What has been matters no more.
  return world.closed || world.final ? Object.assign(world, untold) : world;
}

const settleAll = (world) => Object.assign(world, { waiting: [], passed: false });

const passOn = (world, calls) => {
  for (const { id, kind } of calls) {
    const call = world.waiting.shift();
    assert.equal(call?.id, id, "calls are passed on once, and in their order");
    assert.ok(!call.void, "no call is made for another than the one whose it is");
    world.passed = true;
    // It may sign somebody else in, though no engine lives to hear of it.
    if (kind !== "login") continue;
    endSignIn(hearSignIn(world));
    world.signIn = id;
  }
};

/** The sign-in under way is over. */
export const endSignIn = (world, wasDecided = false) => {
  if (world.signIn !== null && !wasDecided) world.isAnyoneThere = true;
  world.signIn = null;
};

export const hearSignIn = (world) =>
  Object.assign(world, {
    mayHaveSignIn: true,
    newcomer: world.last !== null,
    isNobodyOutdated: world.isNobodyShown,
  });

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
    const user = shown.news.user?.id ?? null;
    assert.ok(world.last === null || world.last === user, "nobody goes, or takes another's place, unheard");
    world.open = user === null ? null : { user, old: false };
    world.last = user;
    world.isNobodyShown = user === null;
    // The first message on who is there.
    for (const call of world.waiting) call.owner ??= user;
  },
  hide(world, { pending, error }) {
    if (error) settleAll(world);
    Object.assign(world, { open: null, shownPending: !!pending, shownError: !!error });
    Object.assign(world, { isNobodyShown: false, isNobodyOutdated: false });
  },
  load(world, { attempt }) {
    assert.ok(!world.loading && !world.instance, "one try at a time");
    Object.assign(world, { loading: true, attempt });
  },
  start(world, { initial, user, read, looked, signOut, unseen, messages, calls }) {
    const first = read !== "none";
    assert.ok(world.instance && world.here, "an engine begins on an instance, and on a page that is here");
    assert.equal(initial?.news.user?.id, world.open?.user, "an engine begins with what is shown");
    assert.equal(user ?? null, world.last, "and knows who was shown last");
    assert.equal(
      !!unseen,
      world.isAnyoneThere || world.hasReturned,
      "and whether somebody else may have come",
    );
    assert.ok(!world.open?.old, "and with nothing from before a sign-out");
    if (first) {
      const logout = signOut || calls.some(({ kind }) => kind === "logout");
      assert.ok(world.read && (!world.read.old || logout), "nor confirms it");
    }
    if (first)
      assert.equal(looked, !!world.read.looked, "it hears that the page was looked at since the read ended");
    assert.equal(
      messages.filter((message) => message === "signed-out").length,
      world.heard,
      "it hears each sign-out",
    );
    const said = messages.filter((message) => message !== "restored");
    if (first) assert.equal(said.length > 0, world.news || world.heard > 0, "and all that was said");
    // A read that begins now is younger than any message; but whose page it was, the requests of theirs wait for it.
    // Where nobody is shown, it may hear so once more than it need.
    const mayReturn = world.returned || (initial !== undefined && user === undefined);
    assert.ok(!world.returned || messages[0] === "restored", "it hears that somebody else may be there");
    assert.ok(mayReturn || messages[0] !== "restored", "and only then");
    assert.ok(!messages.includes("restored", 1) && (first || !messages.includes("changed")));
    if (world.newcomer || world.isNobodyOutdated)
      assert.ok(messages.includes("signed-in"), "and that somebody has signed in");
    if (messages.includes("signed-in")) assert.ok(world.mayHaveSignIn && (user !== undefined || initial));
    assert.equal(
      !!signOut,
      world.signOut !== null,
      "a sign-out that nobody has confirmed is the next engine's",
    );
    if (signOut) {
      const { user, anyones } = world.signOut;
      assert.equal(signOut.told, world.told, "with all that was said");
      const about = "it is about the one who was there, or about anyone where somebody else may have come";
      assert.equal(signOut.user, anyones ? undefined : user, about);
    }
    // An engine that is handed the sign-out first knows that nobody is there.
    const known = [null, world.last, ...(calls.some(({ kind }) => kind === "logout") ? ["nobody"] : [])];
    const isKnown = ({ kind, owner }) => kind !== "fetch" || known.includes(owner);
    assert.ok(world.waiting.every(isKnown), "it knows whose a request is");
    passOn(world, calls);
    Object.assign(world, { engine: true, instance: false, read: null, open: null, news: false });
    Object.assign(world, { isNobodyShown: false, isNobodyOutdated: false });
  },
  pass: (world, { call }) => passOn(world, [call]),
  tell(world) {
    assert.ok(world.engine, "only an engine is told");
  },
  end(world) {
    Object.assign(world, { engine: false, instance: false, read: null });
  },
  refuse(world, { call, code }) {
    const made = world.waiting.find(({ id }) => id === call.id);
    assert.ok(made, `call ${call.id} is settled once`);
    if (code === "superseded") assert.ok(made.void, "no call is lost that means what it meant");
    else assert.ok(world.closed || world.final, "nor where it can still be made");
    world.waiting = world.waiting.filter((call) => call !== made);
  },
  depart(world) {
    assert.ok(world.owesSignOut, "a sign-out is sent once, and only where no engine will send it");
    world.owesSignOut = false;
    // The page does not hear what became of it: until then it is like another tab's.
    world.heard += 1;
  },
  /** They hear so once what was sent is over. */
  holdUp(world, { told }) {
    for (; told > 0; told--) acts.say(world, { message: "sign-out-over" });
  },
  say(world, { message }) {
    assert.equal(
      message,
      world.owes.shift(),
      "the other tabs hear of each sign-out, and as often that it is over",
    );
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

/** After these, whoever is shown may be gone, or somebody else. */
const CLOSING = ["signed-in", "signed-out", "sign-out-over", "leaving"];

function rules(world, { type, name, call }) {
  const { engine, closed, final, loading, instance, timer, here, online } = world;
  assert.ok(!world.owesSignOut, "a sign-out that waits is sent as the page goes, or is closed");
  if (type === "closed" || closed) {
    assert.deepEqual(
      [world.waiting, timer, world.read],
      [[], false, null],
      "a closed session leaves nothing",
    );
    return;
  }
  assert.deepEqual(world.owes, [], "the other tabs hear of a sign-out at its call, and that it is over");
  assert.ok(!world.waiting.some((call) => call.void), "whoever waits for nothing is told");
  assert.ok(!world.open?.old, "gates close where the deployment takes back what is shown");
  if (!engine && !final)
    assert.equal(
      world.shownPending,
      world.signOut !== null,
      "a sign-out is shown as pending for as long as it is",
    );
  const closes = CLOSING.includes(name) || call?.kind === "logout";
  if (closes && !engine) assert.equal(world.open, null, `gates close at ${name ?? call.kind}`);
  if (!loading && !instance && !engine && here) {
    assert.equal(world.open, null, "gates close where nothing runs");
    assert.ok(world.shownError || final, "and it is told why");
  }
  if (engine) assert.deepEqual(world.waiting, [], "an engine is told of a call at once");
  else assert.ok(!world.passed, "no call waits for an engine that is gone");
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
