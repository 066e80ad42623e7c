// What one page can know: what was called on its session, what it was answered, and when the deployment judged that.
// It holds nothing that the package decides.

import { answerOf } from "./answer.mjs";
import { Catalogue } from "./gates.mjs";
import { KnownSignOuts, passed, SignOut } from "./sign-outs.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;
const WORDS = ["identity", "signed-in", "nobody", "deactivated"];

export class Known {
  /** Good answers that name a person, and those that name what a role may do. */
  identities = [];
  features = [];
  /** What was asked for before says nothing any more, and what made it so. */
  floor = { at: 0, why: "start" };
  identityFloor = 0;
  /** The newest sign-in that was answered here: its token, its account, and the clocks at its request. */
  signIn = undefined;
  /** No sign-out was called or heard of since that sign-in, nor has its session ended. */
  holdsToken = false;
  /** A read without a bearer, asked for after that sign-in, found nobody. */
  jarWasEmpty = false;
  /** Whose company a sign-in here has told. */
  companyOf = null;
  /** The newest word on who is there: `id`, `null` for nobody; `isHandedOver`: by the page, and not by an answer. */
  word = undefined;
  /** When another tab said that somebody has signed in, or a sign-in here ended without a word; and no read since has told who. */
  newcomerAt = undefined;
  /** When the cookie may last have become another's while the page was away, or by its own means; and no read since has told. */
  unreadAt = undefined;
  /** What has happened, since somebody was last shown, that ends a session. */
  ends = new Set();
  /** When another tab last spoke, and not of a sign-out. */
  spokenAt = 0;
  /** When it first heard that another tab's sign-out is over. */
  endHeardAt = undefined;
  /** A lost engine asked the page to sign its user in again, and that is still under way. */
  askedBefore = false;
  readFailed = false;
  readFailedMs = 0;
  /** When the module last could not run, or trapped. */
  restartedAt = 0;
  /** When the newest good answer came, on the monotonic clock; and the clocks as it was asked for. */
  goodMs = 0;
  goodClocks = undefined;
  /** The clocks as of the newest good answer, counted back from when the engine began. */
  engineClocks = undefined;
  /** The deployment asked for more patience than a schedule has; and the same, for its sign-out. */
  heldBack = false;
  signOutHeldBack = false;
  catalogue = new Catalogue();
  /** The newest read's bearer. */
  readBearer = null;
  /** What this script of the page was handed, and whether it called anything. */
  heard = undefined;
  wasCalled = false;
  /** What it sent; and the newest word as it began. */
  sent = [];
  wordBefore = undefined;
  /** The page was signing its user in again as this script began. */
  signingInAgain = false;
  /** Somebody was shown in it. */
  someoneShown = false;
  /** It is in the back/forward cache, or on the way there. */
  away = false;
  closed = false;
  /** An engine ran already as this script began, and the 24 hours were over by then. */
  ran = false;
  expired = false;

  constructor(world, client, options) {
    this.world = world;
    this.client = client;
    this.options = options;
    this.signOuts = new KnownSignOuts(world, options.timeoutMs);
    this.goodMs = world.agenda.monoMs();
    this.goodClocks = world.clocks();
  }

  check(holds, rule, what) {
    if (holds || this.client.gone) return;
    this.world.check(false, rule, () => `${this.client.name}: ${typeof what === "function" ? what() : what}`);
  }

  /** The newest sign-out that was called here. */
  get newestSignOut() {
    return this.signOuts.newestOwn;
  }

  /** Script of this client begins to run. */
  begins() {
    this.heard = undefined;
    // An engine knows of one that a lost engine has asked for once it asks for one itself.
    this.askedBefore &&= this.client.reauthenticating > 0;
    this.signingInAgain = this.client.reauthenticating > 0 && !this.askedBefore;
    this.wasCalled = false;
    this.ran = this.client.runs;
    this.engineBegan = false;
    this.hasWord = false;
    this.wordBefore = this.word;
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

  #raise(at, why) {
    if (at <= this.floor.at) return;
    this.floor = { at, why };
    this.features = this.features.filter(({ rank }) => rank >= at);
  }

  #raiseIdentity(at, why) {
    this.#raise(at, why);
    this.identityFloor = Math.max(this.identityFloor, at);
    this.identities = this.identities.filter(({ rank }) => rank >= this.identityFloor);
  }

  /** A call is about to be made. */
  calls(kind, isAborted = false) {
    this.wasCalled = true;
    if (kind === "close") this.closed = true;
    const { calls, deployment, signOutRequests } = this.client;
    signOutRequests.calls(kind, isAborted);
    if (kind === "refresh") this.asksForTruth();
    if (kind !== "logout") return;
    // One that joins another changes nothing.
    if (calls.isWaiting("logout")) return;
    this.#learns(new SignOut(deployment.bearerOf(deployment.cookie)?.id ?? null), true);
  }

  /** Whoever turns out to be signed in is to be shown: no sign-out stands against it, but one that is being told, or another tab's. */
  asksForTruth() {
    if (!this.client.calls.isWaiting("logout")) this.signOuts.release(({ own }) => own);
  }

  /** The caller of a sign-out that no request has told of yet is told that it is given up. */
  givesUpSignOut() {
    if (this.client.calls.isWaiting("refresh"))
      this.signOuts.release(({ own, signOut }) => own && !signOut.sent);
  }

  #learns(signOut, own) {
    const at = this.signOuts.learns(signOut, own, this.snapshot?.user?.id, this.word?.id);
    this.#raiseIdentity(at, "sign-out");
    this.ends.add("sign-out");
    this.holdsToken = false;
    this.forgetsSignIn();
  }

  /** Another tab's word comes to this page; `about`: the sign-out that it tells of. */
  told(word, about) {
    const { duties, requests, runs, signOutRequests } = this.client;
    duties.told(word);
    if (word !== "signed-out") {
      signOutRequests.isNotAlone();
      this.spokenAt = this.world.tick();
    } else if (about) this.#learns(about, false);
    if (word === "changed") signOutRequests.isInDoubt();
    // Whoever called it has been told, or has asked how things are.
    if (word === "sign-out-over") {
      this.endHeardAt ??= this.world.tick();
      this.ends.add("another tab's sign-out is over");
      if (!this.signOuts.ends(about)) this.isUnsure("a sign-out is over that was never heard of");
    }
    // A sign-out that failed is over once somebody signs in.
    if (word === "signed-in") {
      this.ends.add("another tab's sign-in");
      this.forgetsSignIn();
      this.newcomerAt = this.world.tick();
      requests.meetNewcomer();
      if (!runs) signOutRequests.isRefused();
    }
    // So is one that is on its way for so long that the sign-in has waited for it; or the word, on a frozen tab.
    // One that waits for the module is given up at once.
    const isWaiting = signOutRequests.isWaitedFor();
    // One who goes as it says so has not heard whether the deployment signs anybody in.
    const release = () => {
      this.signOuts.release(({ own }) => own);
      signOutRequests.isGivenUp();
    };
    if (word !== "signed-in" || isWaiting) return;
    signOutRequests.isCalledOff();
    if (!about || about.isGranted) release();
    else about.releases.push(release);
  }

  /** The page is about to hear that it leaves for the back/forward cache, or is back from there. */
  leaves() {
    this.away = true;
    this.client.signOutRequests.isNotAlone();
    this.#raiseIdentity(Number.MAX_SAFE_INTEGER, "away");
  }

  restored() {
    this.away = false;
    this.mayBeAnothers();
    this.floor = { at: 0, why: "start" };
    this.identityFloor = 0;
    this.#raiseIdentity(this.world.tick(), "away");
  }

  /** Back from the cache, or once the page has signed its user in by its own means, the cookie may be anybody's. */
  mayBeAnothers() {
    this.client.signOutRequests.isNotAlone();
    this.unreadAt = this.world.tick();
  }

  /** A request leaves. */
  sends(record) {
    if (record.kind === "logout") {
      record.signOuts = this.signOuts.ownToBeJudged;
      for (const signOut of record.signOuts) signOut.sent ||= !record.isBehind;
    }
    if (record.kind === "session") this.readBearer = record.bearer;
    const { status, user } = this.snapshot ?? {};
    record.shownThen = { user: user?.id, known: status !== "unknown" };
    this.sent.push(record);
  }

  /** The package gave a request up. */
  aborts({ kind, clocks, seq }) {
    if (kind === "login") this.#mayHaveSignedIn();
    // Its time is over, unless an engine begins that does not take it up. By a timer, a sign-in window is found to be closed, too.
    if (kind !== "session" || this.world.cause !== "timer" || this.engineBegan) return;
    // An engine that took it up while a clock was set forward has counted that, too.
    const stood = [...this.world.heightsBetween(seq, this.world.tick()), this.world.clocks()];
    if (!stood.some((then) => passed(clocks, then) >= this.options.timeoutMs)) return;
    this.readFailed = true;
    this.readFailedMs = this.world.agenda.monoMs();
  }

  /** A sign-in of this page has ended without a word on it: whose the cookie is, only a read can tell. */
  #mayHaveSignedIn() {
    this.newcomerAt = this.world.tick();
    this.client.signOutRequests.isNotAlone();
  }

  /** An answer's last piece is about to be handed over, or its loss. */
  hears(record, meaning) {
    this.heard = { record, meaning };
    const { kind } = record;
    // It may have ended the session of whoever is shown by now.
    if (record.isBehind) this.ends.add("another tab's sign-out is over");
    const inYears = (meaning.retryAfter?.length ?? 0) > 5;
    if (kind === "session") this.heldBack ||= inYears;
    if (kind === "logout") this.signOutHeldBack = inYears;
    if (kind === "roles")
      this.catalogue.hears(meaning, [
        this.snapshot.user?.id,
        record.judged?.account?.id,
        record.shownThen.user,
        record.shownNext,
      ]);
    const isRefused = meaning.status >= 400 && meaning.status < 500;
    if (kind === "login" && meaning.is === "failure" && !isRefused) this.#mayHaveSignedIn();
    if (meaning.is === "failure") {
      if (kind === "logout") this.signOuts.fails(record.signOuts);
      if (kind === "session") this.readFailed = true;
      record.failedAt = this.world.tick();
      this.readFailedMs = this.world.agenda.monoMs();
      return;
    }
    if (kind === "permissions") this.#hearsPermissions(record, meaning);
    if (!WORDS.includes(meaning.is)) return;
    this.heldBack = false;
    const answer = answerOf(record, meaning, this.world.tick());
    if (answer.signsIn) this.#hearsSignIn(record, meaning, answer);
    else this.#hearsRead(record, meaning, answer);
  }

  #hearsSignIn({ clocks }, { token, account }, answer) {
    this.signOuts.release();
    if (this.client.calls.hasLeftSignIn()) {
      // Hours ago perhaps: it says of nobody that they are there, and every token is gone.
      this.signIn = undefined;
      this.holdsToken = false;
      this.#mayHaveSignedIn();
      return;
    }
    this.unreadAt = undefined;
    this.signIn = {
      clocks,
      token: this.options.token === "discard" ? null : token,
      account,
      at: answer.at,
      inForce: true,
    };
    this.holdsToken = this.signIn.token !== null;
    this.jarWasEmpty = false;
    this.companyOf = account.id;
    this.#believes(answer);
    this.#raiseIdentity(answer.rank, "sign-in");
  }

  #hearsRead({ bearer, cookie }, { is }, answer) {
    if (answer.asked > this.unreadAt) this.unreadAt = undefined;
    if (is !== "identity") this.ends.add(is);
    // That holds, whatever newer answer was heard before this one.
    if (is === "nobody" && bearer === null && this.signIn && answer.asked > this.signIn.at)
      this.jarWasEmpty ||= cookie === null || this.client.deployment.bearerOf(cookie) === undefined;
    if (answer.asked < this.floor.at && this.client.runs) return;
    this.signOuts.hears(answer);
    const carries = is === "nobody" && bearer === null && this.holdsToken && this.jarWasEmpty;
    if (!carries && answer.id !== this.signIn?.account.id) this.forgetsSignIn();
    // Only the token can tell whether the session goes on; but the deployment was reached.
    if (carries) {
      if (answer.asked > this.newcomerAt) this.newcomerAt = undefined;
      this.readFailed = false;
      return;
    }
    this.#believes(answer);
    // Until an engine runs, what a server had read may be shown instead.
    if (this.client.runs) this.#raiseIdentity(answer.rank, "newer answer");
  }

  #believes(answer) {
    const { account, id, asked, at, role, key, clocks } = answer;
    this.word = { id, asked, at };
    this.hasWord = true;
    this.readFailed = false;
    if (asked > this.newcomerAt) this.newcomerAt = undefined;
    this.goodMs = this.world.agenda.monoMs();
    this.goodClocks = clocks;
    if (account === null) return;
    this.identities.push(answer);
    this.features.push({ rank: answer.rank, role, key });
  }

  /** What a role may do: of an older request, or of another role than the one shown, it says nothing. */
  #hearsPermissions({ seq, bearer, shownThen }, { role, key }) {
    // They were asked for as somebody else.
    if (shownThen.known && shownThen.user !== this.snapshot.user?.id) return;
    // Whose they are, nobody can tell by them, unless it was the token that asked.
    if (this.newcomerAt !== undefined && bearer === null) return;
    if (seq < Math.max(this.floor.at, this.spokenAt)) return;
    this.features.push({ rank: seq, role, key });
    this.goodMs = this.world.agenda.monoMs();
    const isNewest = this.newcomerAt === undefined && this.snapshot.user?.userType === role;
    if (this.ran && isNewest) this.#raise(seq, "newer answer");
  }

  /** The page was made with what a server had read for it; nobody had called anything yet. */
  startsWith(meaning) {
    const tick = this.world.tick();
    const record = { seq: tick, judged: { tick }, clocks: this.world.clocks() };
    this.#believes(answerOf(record, meaning, tick));
    this.word.isHandedOver = true;
    if (meaning.is !== "identity") this.ends.add(meaning.is);
  }

  engineBegins() {
    this.signOuts.tellsAnEngine();
    this.engineBegan = true;
    this.engineClocks = this.goodClocks && this.countedBack(this.goodClocks);
  }

  /** A moment as an engine that begins now knows it: it is told how long ago that was, by the clock that ran further. */
  countedBack(clocks) {
    const age = this.elapsed(clocks);
    const { wall, mono } = this.world.clocks();
    return { wall: wall - age, mono: mono - age };
  }

  /** The module could not run, or trapped: the page begins anew, and has not forgotten what was called. */
  restarts() {
    this.restartedAt = this.world.tick();
    this.unreadAt = undefined;
    this.askedBefore = this.client.reauthenticating > 0;
    this.client.engineMs = undefined;
    // The answer that the engine trapped on, it has not heard.
    if (this.heard) this.word = this.wordBefore;
    this.readFailed = false;
    this.holdsToken = false;
    this.signIn = undefined;
    this.catalogue.restarts();
    this.signOuts.restarts();
  }
}
