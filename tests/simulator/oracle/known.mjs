// What one page can know: what was called on its session, what it was told, and which answers count. It holds nothing that the
// package decides.

import { Catalogue } from "./gates.mjs";
import { Locks, passed } from "./locks.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A first read that left so long before the page listened is what was known before. */
const FRESH_MS = 1_000;

/** By how much a kept answer is older than one that the page has had: more than what clocks of servers differ by. */
const KEPT_MS = 5_000;

export class Known {
  /** What the newest answer that counts says: `id`, `role`, `key` of the features; `null`: nobody; `undefined`: nothing yet. */
  expected = undefined;
  expectedBefore = undefined;
  /** What may be shown until an engine runs: what the page was made with, and the first answer. */
  early = [];
  /** What was asked for before says nothing any more, and what made it so. */
  floor = { at: 0, why: "start" };
  /** Since when it is in question who is signed in, and whether it is. */
  questionAt = 0;
  isInQuestion = true;
  /** Of another tab's sign-out, which a sign-in here ends. */
  lockHeardAt = 0;
  /** The newest user whom an answer named that counts, `null` for nobody. */
  word = undefined;
  /** The newest sign-in that was answered here: its token, its account, and the clocks at its request. */
  signIn = undefined;
  /** It holds a token, which another tab's sign-in sets aside. */
  holdsToken = false;
  tokenIsAside = false;
  /** No read since that sign-in has told whether the browser kept its cookie; and one has told that it did not. */
  isUnconfirmed = false;
  cookieIsRefused = false;
  /** Whose company a sign-in here has told. */
  companyOf = null;
  /** What has happened, since somebody was last shown, that ends a session. */
  ends = new Set();
  readFailed = false;
  readFailedMs = 0;
  /** The clocks as the newest good answer was asked for. */
  goodClocks = undefined;
  /** The deployment asked for more patience than a schedule has; and the same, for its sign-out. */
  heldBack = false;
  signOutHeldBack = false;
  catalogue = new Catalogue();
  /** The newest read's bearer. */
  readBearer = null;
  /** `Date` of the newest answer of a read, sign-in or sign-out, in true milliseconds; and of the sign-out, while nothing followed. */
  newestDateMs = 0;
  signedOutDateMs = undefined;
  /** `Date` of the newest read, where that was kept: a newer one tells of a clock that was set back. */
  refusedDateMs = Number.POSITIVE_INFINITY;
  /** When a sign-out was confirmed last. */
  signedOutAt = 0;
  /** The module did not come, and no engine runs yet: what other tabs say now, the page may not hear. */
  isWaiting = false;
  /** What this script of the page was handed, and whether it called anything. */
  heard = undefined;
  wasCalled = false;
  /** It gave up a sign-in under way. */
  gaveUpSignIn = false;
  /** What it sent. */
  sent = [];
  /** Somebody was shown in it. */
  someoneShown = false;
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
    this.heard = undefined;
    this.wasCalled = this.gaveUpSignIn = false;
    this.ran = this.client.runs;
    this.engineBegan = false;
    this.expectedBefore = this.expected;
    this.ownBefore = this.locks.own;
    this.sent = [];
    this.before = this.snapshot;
    this.someoneShown = this.snapshot?.user != null;
    this.expired = this.isOver();
  }

  /** The 24 hours of the sign-in in force are over. */
  isOver() {
    return this.signIn?.inForce === true && this.mayBeOver();
  }

  /** The same, of the newest sign-in here, whatever came after it. */
  mayBeOver() {
    return this.signIn !== undefined && this.elapsed(this.signIn.clocks) >= DAY_MS;
  }

  /** Whoever is signed in from here on has signed in some other way. */
  forgetsSignIn() {
    if (this.signIn) this.signIn.inForce = false;
  }

  /** By the clock that has run further. */
  elapsed(clocks) {
    return passed(clocks, this.world.clocks());
  }

  /** Nothing that was asked for before is shown from here on. */
  #raise(at, why) {
    this.floor = { at, why };
    this.expected = this.expectedBefore = undefined;
    this.early = [];
  }

  /** Somebody else may be signed in: a read that is asked for from now on tells. */
  opens() {
    this.questionAt = this.world.tick();
    this.isInQuestion = true;
    this.signedOutDateMs = undefined;
  }

  /** A call is about to be made. */
  calls(kind, isAborted = false) {
    this.wasCalled = true;
    if (kind === "close") this.closed = true;
    if (!["logout", "refresh"].includes(kind)) this.signedOutDateMs = undefined;
    if (isAborted) return;
    if (kind === "refresh") this.asks();
    if (kind !== "logout") return;
    // The module is asked for again at the call.
    this.isWaiting = this.signOutHeldBack = false;
    this.locks.call();
    this.#signsOut();
  }

  /** The page asks who is signed in: a sign-out that has failed is given up. */
  asks() {
    if (this.locks.own?.mayHaveFailed) this.locks.own.isOverPerhaps = true;
    if (this.locks.own?.failure === undefined) return;
    this.locks.endOwn();
    this.opens();
  }

  #signsOut() {
    this.world.signsOut(this.client);
    this.#raise(this.world.tick(), "sign-out");
    this.ends.add("sign-out");
    this.holdsToken = false;
    this.isUnconfirmed = false;
    this.word = undefined;
    this.forgetsSignIn();
    this.client.identities.ends();
    this.client.calls.outdates("sign-out");
  }

  /** A sign-out of this page, or of another session of it, is under way that no engine sends. */
  hearsOfDeparted(signOut, clocks) {
    this.locks.hear(signOut, clocks);
    this.lockHeardAt = this.world.tick();
    this.#signsOut();
  }

  /** The same of one that a session of the page may have heard of from another tab. */
  mayHear(signOut, clocks) {
    this.locks.mayHear(signOut, clocks);
    this.ends.add("sign-out");
    this.client.identities.mayEnd();
    this.client.calls.outdates("sign-out");
  }

  /** Another tab's message comes to this page; `about`: the sign-out that it tells of. */
  told(word, about) {
    const { tokenIsAside } = this;
    this.ends.add(`another tab's ${word}`);
    if (word === "signed-out") this.ends.add("sign-out");
    if (word === "signed-in") this.forgetsSignIn();
    this.signedOutDateMs = undefined;
    if (this.isWaiting) {
      if (word === "signed-out") {
        this.client.notes.set(about, this.world.clocks());
        this.world.signsOut(this.client);
        this.locks.mayHear(about);
        this.client.calls.outdates("sign-out");
      }
      if (word === "sign-out-over") {
        this.locks.endOther(about);
        for (const { notes } of this.client.tab.clients) notes.delete(about);
      }
      return this.client.identities.mayEnd();
    }
    if (word === "signed-out") {
      this.lockHeardAt = this.world.tick();
      this.locks.hear(about);
      this.#signsOut();
      return;
    }
    if (word === "signed-in") {
      // The engine that takes the journal says so.
      if (this.client.runs) this.locks.endOwn();
      else if (this.locks.own) this.locks.own.endsWithEngine = true;
      this.client.calls.outdates("sign-in");
      this.tokenIsAside = this.holdsToken || tokenIsAside;
      if (!this.holdsToken) this.isUnconfirmed = false;
      else if (this.cookieIsRefused) {
        this.cookieIsRefused = false;
        this.isUnconfirmed = true;
      }
    }
    if (word === "sign-out-over") this.locks.endOther(about);
    this.opens();
  }

  /** The page is about to hear that it goes. */
  goes(isCached) {
    this.client.calls.outdates("away");
    if (!isCached) return;
    this.#leavesUnconfirmed();
    this.away = true;
    this.#raise(Number.MAX_SAFE_INTEGER, "away");
  }

  /** Whether the browser has kept the cookie of a sign-in, a page that was away cannot tell: its token is gone. */
  #leavesUnconfirmed() {
    if (this.isUnconfirmed) this.holdsToken = this.isUnconfirmed = false;
  }

  /** It is about to hear that it is back. */
  restored() {
    this.#leavesUnconfirmed();
    this.away = false;
    this.#raise(this.world.tick(), "away");
    // A page that asks for the module anew begins anew.
    if (!this.isWaiting) this.opens();
  }

  /** A request leaves. */
  sends(record) {
    if (record.kind === "logout") {
      record.signOut = this.locks.own?.signOut;
      if (record.isBehind) this.client.departs(record);
    }
    if (record.kind === "session") this.readBearer = record.bearer;
    record.shownThen = { user: this.snapshot?.user?.id };
    this.sent.push(record);
  }

  /** The package gave a request up. */
  aborts({ kind, seq, clocks, takenClocks = clocks, isBehind }) {
    const { cause } = this.world;
    // An engine that took it up while a clock was set forward has counted that, too.
    const stood = [...this.world.heightsBetween(seq, this.world.tick()), this.world.clocks()];
    const isLate = stood.some((then) => passed(takenClocks, then) >= this.options.timeoutMs);
    // A sign-in that leaves gives a sign-out up, too, perhaps at that very moment.
    const givesWay = kind === "logout" && this.client.wire.waitsToSignIn();
    if (isLate && (cause === "timer" || this.engineBegan)) {
      if (givesWay) this.#mayFail();
      else this.#fails(kind, { code: "timeout" }, isBehind);
    }
    if (kind === "login") this.#mayHaveSignedIn();
    if (kind === "login" && !isLate) this.gaveUpSignIn = true;
  }

  /** A sign-in of this page has ended without a word on it: whose the cookie is, only a read can tell. */
  #mayHaveSignedIn() {
    if (!this.closed) this.opens();
  }

  #mayFail() {
    if (this.locks.own) this.locks.own.mayHaveFailed = true;
  }

  #fails(kind, { code }, isBehind) {
    if (kind === "session") {
      this.readFailed = true;
      this.readFailedMs = this.world.agenda.monoMs();
    }
    if (kind !== "logout" || isBehind || !this.locks.own) return;
    this.locks.own.failure = code;
  }

  /** An answer's last piece is about to be handed over, or its loss. */
  hears(record, meaning) {
    this.heard = { record, meaning };
    const { kind } = record;
    const inYears = (meaning.retryAfter?.length ?? 0) > 5;
    if (kind === "session") this.heldBack ||= inYears;
    if (kind === "logout" && !record.isBehind) this.signOutHeldBack ||= inYears;
    if (kind === "roles")
      this.catalogue.hears(meaning, [
        this.snapshot.user?.id,
        record.judged?.account?.id,
        record.shownThen.user,
        record.shownNext,
      ]);
    if (meaning.is === "failure" || meaning.is === "response") {
      const isRefused = meaning.status >= 400 && meaning.status < 500;
      if (kind === "login" && !isRefused) this.#mayHaveSignedIn();
      if (meaning.isKept) this.refusedDateMs = record.dateMs;
      if (meaning.is === "failure") this.#fails(kind, meaning, record.isBehind);
      return;
    }
    // Of an answer that nobody waits for any more, no engine hears.
    const isHeard = kind === "session" ? this.counts(record) : !record.isBehind;
    if (["session", "login", "logout"].includes(kind) && isHeard) {
      this.refusedDateMs = Number.POSITIVE_INFINITY;
      this.newestDateMs = Math.max(this.newestDateMs, record.dateMs ?? 0);
    }
    if (kind === "permissions") this.#hearsPermissions(record, meaning);
    if (kind === "logout" && !record.isBehind) this.#hearsSignOut(record);
    if (kind === "login") this.#hearsSignIn(record, meaning);
    if (kind === "session") this.#hearsRead(record, meaning);
  }

  /** Whether the page can tell that this answer was made before an earlier one, or before its sign-out. */
  isOlder({ dateMs, meaning }) {
    const isBeforeSignOut = meaning.is === "identity" && dateMs <= this.signedOutDateMs;
    const isKept = dateMs < this.newestDateMs - KEPT_MS || isBeforeSignOut;
    return this.client.works && isKept && dateMs <= this.refusedDateMs;
  }

  #hearsSignOut({ signOut, dateMs }) {
    // The end of another tab's lock, which may have stood longer, opens the question.
    this.signedOutDateMs = this.locks.mayStandElsewhere ? undefined : dateMs;
    this.signedOutAt = this.world.tick();
    if (signOut === this.locks.own?.signOut) this.locks.endOwn();
  }

  #hearsSignIn({ clocks, seq }, { token, account, role, key }) {
    if (this.snapshot.status === "unknown") this.client.identities.mayEnd();
    this.heldBack = false;
    this.locks.endAll();
    this.lockHeardAt = 0;
    this.#raise(seq, "sign-in");
    this.signedOutDateMs = undefined;
    this.expected = { id: account.id, role, key, asked: seq, featuresAsked: seq };
    this.word = account.id;
    this.client.identities.names(account.id);
    this.readFailed = false;
    this.goodClocks = clocks;
    this.signIn = {
      clocks,
      token: this.options.token === "discard" ? null : token,
      account,
      inForce: true,
    };
    this.holdsToken = this.signIn.token !== null;
    this.tokenIsAside = false;
    this.isUnconfirmed = true;
    this.cookieIsRefused = false;
    this.companyOf = account.id;
  }

  /** Nothing has happened since it was asked for that makes it old. */
  counts({ seq }) {
    return seq > Math.max(this.floor.at, this.questionAt, this.lockHeardAt);
  }

  #hearsRead(record, { is, account, role, key }) {
    this.heldBack = false;
    if (is !== "identity") this.ends.add(is);
    if (!this.counts(record)) return;
    this.isInQuestion = false;
    this.readFailed = false;
    const confirms = this.isUnconfirmed;
    this.isUnconfirmed = false;
    if (is === "nobody" && confirms && Number.isInteger(this.word)) {
      this.#hasNoCookie();
    } else {
      if (account?.id !== this.signIn?.account.id) {
        this.forgetsSignIn();
        this.holdsToken = false;
      }
      if (this.tokenIsAside) this.forgetsSignIn();
      this.tokenIsAside = false;
      this.word = account?.id ?? null;
      this.client.identities.names(account?.id);
      if (account) {
        this.#finds(record, account, role, key);
      } else {
        this.expected = null;
        this.holdsToken = false;
      }
    }
    const early = this.client.startedClocks.mono - record.clocks.mono;
    if (record.isPreload && early > FRESH_MS) this.opens();
  }

  #finds({ seq, clocks }, { id }, role, key) {
    const { expected } = this;
    this.goodClocks = clocks;
    // A later request has told the features already.
    const isNewer = expected?.id === id && expected.role === role && expected.featuresAsked > seq;
    this.expected = isNewer ? { ...expected, asked: seq } : { id, role, key, asked: seq, featuresAsked: seq };
  }

  /** The read that confirms a sign-in finds nobody: its token carries the session, if there is one. */
  #hasNoCookie() {
    this.tokenIsAside = false;
    this.cookieIsRefused = true;
    if (this.holdsToken) return;
    this.ends.add("nobody");
    this.expected = this.word = null;
    this.forgetsSignIn();
  }

  /** What a role may do: of another role than the one shown, it says nothing. */
  #hearsPermissions({ seq }, { role, key }) {
    if (this.snapshot.user?.userType !== role || this.expected?.role !== role) return;
    this.expected = { ...this.expected, key, featuresAsked: seq };
  }

  /** The page was made with what a server had read for it. */
  startsWith({ is, account, role, key }) {
    const asked = this.world.tick();
    this.word = account?.id ?? null;
    this.expected = account ? { id: account.id, role, key, asked, featuresAsked: asked } : null;
    this.early = [this.expected];
    this.opens();
    if (is !== "identity") this.ends.add(is);
  }

  /** The engine has trapped: what ended the sign-out in this script, it may not have heard. */
  traps() {
    this.locks.own ??= this.ownBefore;
  }

  engineBegins() {
    this.engineBegan = true;
    this.isWaiting = false;
    if (this.locks.own?.endsWithEngine) this.locks.endOwn();
  }

  /** The module could not run: to the engine that will come, the page returns. */
  restarts() {
    this.locks.restarts();
    this.#raise(this.world.tick(), "start");
    this.opens();
    this.isWaiting = true;
  }
}
