// What one page knows of its session: who is expected to be shown, and which answers count. What changes it: `known.mjs`.

import { Catalogue } from "./gates.mjs";
import { Locks, passed } from "./locks.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;

/** By how much a cached answer is older than one that the page has had: more than what clocks of servers differ by. */
const CACHED_MS = 5_000;

export class Facts {
  /** What the newest answer that counts says: `id`, `role`, `key` of the features; `null`: no user; `undefined`: nothing yet. */
  expected = undefined;
  expectedBefore = undefined;
  /** What may be shown until an engine runs: what the page was made with, and the first answer. */
  early = [];
  /** What was asked for before says nothing any more, and what made it so. */
  floor = { at: 0, why: "start" };
  /** Since when the identity is unverified, and whether it is. */
  unverifiedSince = 0;
  isUnverified = true;
  /** When the newest lock began that no call of this page has begun; 0 after a sign-in here. */
  lockedAt = 0;
  /** When it may have heard of the newest. */
  perhapsLockedAt = 0;
  /** The user that the newest answer that counts named; `null`: none. */
  word = undefined;
  /** The newest sign-in that was answered here: its token, its account, and the clocks at its request. */
  signIn = undefined;
  /** It holds a token, which another tab's sign-in suspends. */
  holdsToken = false;
  tokenIsSuspended = false;
  /** No read since that sign-in has told whether the browser kept its cookie; and one has told that it did not. */
  isUnconfirmed = false;
  cookieIsRefused = false;
  /** The user of the company that a sign-in here has told. */
  companyOf = null;
  /** What has happened, since a user was last shown, that ends a session. */
  ends = new Set();
  readFailed = false;
  readFailedMs = 0;
  /** When a read was last answered: the network is there, whatever the browser says. */
  reachedMs = 0;
  /** The clocks as the newest good answer was asked for. */
  goodClocks = undefined;
  /** The clocks as an engine began. */
  engineClocks = undefined;
  /** The deployment asked for more patience than a schedule has; and the same, for its sign-out. */
  heldBack = false;
  signOutHeldBack = false;
  catalogue = new Catalogue();
  /** The newest read's bearer. */
  readBearer = null;
  /** `Date` of the newest answer of a read, sign-in or sign-out, in true milliseconds; and of the sign-out, while nothing followed. */
  newestDateMs = 0;
  signedOutDateMs = undefined;
  /** `Date` of the newest answer that was refused for being kept, and the newest of all then. */
  refused = undefined;
  /** When a sign-out was confirmed last. */
  signedOutAt = 0;
  /** What this script of the page was handed, and whether it called anything. */
  answer = undefined;
  wasCalled = false;
  /** It gave up a sign-in under way. */
  gaveUpSignIn = false;
  /** What it sent. */
  sent = [];
  /** A user was shown in it. */
  userShown = false;
  /** It is in the back/forward cache, or on the way there. */
  away = false;
  closed = false;
  /** An engine ran already as this script began; one began in it; and the 24 hours were over by then. */
  ran = false;
  beganAt = 0;
  engineBegan = false;
  expired = false;

  constructor(world, client, options) {
    this.world = world;
    this.client = client;
    this.options = options;
    this.locks = new Locks(world, options.timeoutMs);
    this.goodClocks = world.clocks();
  }

  check(holds, rule, what) {
    if (holds || this.client.gone) return;
    this.world.check(false, rule, () => `${this.client.name}: ${typeof what === "function" ? what() : what}`);
  }

  /** Script of this client begins to run. */
  begins() {
    this.beganAt = this.world.tick();
    this.answer = undefined;
    this.wasCalled = this.gaveUpSignIn = false;
    this.ran = this.client.runs;
    this.engineBegan = false;
    this.expectedBefore = this.expected;
    this.ownBefore = this.locks.own;
    this.sent = [];
    this.before = this.snapshot;
    this.userShown = this.snapshot?.user != null;
    this.expired = this.isOver();
  }

  /** The 24 hours of the sign-in in force are over. */
  isOver() {
    return this.signIn?.inForce === true && this.mayBeOver();
  }

  /** The same, of the newest sign-in here, whatever came after it. */
  mayBeOver() {
    return this.signIn !== undefined && passed(this.signIn.clocks, this.world.clocks()) >= DAY_MS;
  }

  /** A user who is signed in from here on has signed in some other way. */
  forgetsSignIn() {
    if (this.signIn) this.signIn.inForce = false;
  }

  /** By the clock that has run further, before the engine began, and since. */
  elapsed(clocks) {
    const { engineClocks: began } = this;
    const now = this.world.clocks();
    return clocks.mono <= began?.mono ? passed(clocks, began) + passed(began, now) : passed(clocks, now);
  }

  /** Nothing that was asked for before is shown from here on. */
  raise(at, why) {
    this.floor = { at, why };
    this.expected = this.expectedBefore = undefined;
    this.early = [];
  }

  /** Another user may be signed in: a read that is asked for from now on tells. */
  invalidates() {
    this.unverifiedSince = this.world.tick();
    this.isUnverified = true;
  }

  /** Whether the page can tell that this answer was made before an earlier one, or before its sign-out. */
  isOlder({ dateMs, meaning }) {
    const isBeforeSignOut = meaning.is === "identity" && dateMs <= this.signedOutDateMs;
    const isCached = dateMs < this.newestDateMs - CACHED_MS && !this.#showsAClock(dateMs);
    return this.client.works && (isCached || isBeforeSignOut);
  }

  /** It is newer than the one that was refused, and comes next or is behind by as much: a clock was set back, or those of servers differ. */
  #showsAClock(dateMs) {
    const { refused, newestDateMs } = this;
    if (!refused || dateMs <= refused.dateMs) return false;
    const differsBy = newestDateMs - dateMs - (refused.newestMs - refused.dateMs);
    return refused.newestMs === newestDateMs || Math.abs(differsBy) <= CACHED_MS;
  }

  /** Nothing has happened since it was asked for that makes it old. */
  counts({ seq }) {
    return seq > Math.max(this.floor.at, this.unverifiedSince, this.lockedAt);
  }
}
