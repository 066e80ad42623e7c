// The requests for a sign-out of one session: when one may leave, and when one must.

import { PATIENCE_MS } from "./sign-outs.mjs";

export class SignOutRequests {
  #world;
  #client;
  #underWay = new Set();
  /** How many have left; and whether one that is over has failed since the newest sign-out was called. */
  #count = 0;
  #hasFailed = false;
  /** A sign-out was called since the newest request for one left; and when a request last told of such a one. */
  #owes = false;
  #toldAt = 0;
  /**
   * When a sign-out was called that the deployment has not confirmed, after which nobody has signed in here, and no read has
   * found that nobody is.
   */
  #calledAt = undefined;
  /** The same of the newest that was called at all, and when it was over, in milliseconds. */
  #everCalledAt = undefined;
  #overMs = undefined;
  /** When the newest was called, on the monotonic clock. */
  #calledMs = undefined;
  /** When somebody else may last have signed in, as far as the page could tell; and the same as of the newest call. */
  #metAt = 0;
  #metBefore = 0;
  /** When another tab said `changed`, unless a read that was asked for since has told who is there. */
  #inDoubtAt = undefined;
  /** When the page asked how things are, though a sign-out had failed; and when one was refused that waited for the module. */
  #refreshedAt = undefined;
  #refusedAt = undefined;
  /** When another tab's sign-in came in this script that a sign-out under way is given up for. */
  #calledOffAt = undefined;
  /** So many had left as the page went, or its session, and one was under way that is to be sent once more. */
  #countBefore = undefined;
  /** How many have left since the session was closed. */
  #lastOnes = 0;
  /** A sign-out has been answered in this very script. */
  #follows = false;

  constructor(world, client) {
    this.#world = world;
    this.#client = client;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  /** Since the newest sign-out was called, nobody else can have signed in, as far as the page could tell. */
  get #isAlone() {
    return this.#everCalledAt > this.#metAt && !this.#client.calls.isWaiting("popup");
  }

  /** A sign-out was called that the deployment has not confirmed, and nothing else has ended. */
  get isPending() {
    return this.#calledAt !== undefined;
  }

  /** As a session closes, it may send one that nothing has told of yet, or that has failed. */
  get mayBeLast() {
    return this.#owes || (this.isPending && this.#closesNow);
  }

  get #closesNow() {
    return this.#client.closedMs === this.#world.agenda.monoMs();
  }

  /** A call is about to be made; `isAborted`: with a signal that is aborted already, so that nothing is asked. */
  calls(kind, isAborted) {
    if (["popup", "refresh"].includes(kind) || this.#client.reauthenticating > 0) this.isNotAlone();
    if (kind === "refresh" && !isAborted) this.#refreshes();
    if (kind === "logout") this.#signsOut();
  }

  #signsOut() {
    // What a window of this page's has done to the cookie, and when, nobody tells.
    this.#metBefore = this.#client.hasOpenedWindow ? Number.POSITIVE_INFINITY : this.#metAt;
    this.#owes = true;
    this.#hasFailed = false;
    this.#inDoubtAt = undefined;
    this.#calledAt = this.#everCalledAt = this.#world.tick();
    this.#calledMs = this.#world.agenda.monoMs();
  }

  /**
   * The page signs in, or says that it has, asks how things are, was away, or heard of another tab: somebody else may have
   * signed in.
   */
  isNotAlone() {
    this.#metAt = this.#world.tick();
  }

  /** Another tab has found something else than before: perhaps somebody else. */
  isInDoubt() {
    this.#inDoubtAt = this.#world.tick();
  }

  /** The page asks how things are: a sign-out that has failed is given up for the answer. */
  #refreshes() {
    const hasFailed = this.isPending && this.#hasFailed && !this.isUnderWay();
    if (this.#client.works && !this.#client.closed && hasFailed) this.#refreshedAt = this.#world.tick();
  }

  /** Somebody has signed in in another tab, and this page has heard of it: their session is not to be ended from here. */
  isGivenUp() {
    this.#calledAt = undefined;
    this.#overMs = this.#world.agenda.monoMs();
  }

  /** The same, as the word of it comes: what is under way is to be called off. */
  isCalledOff() {
    if (this.#client.works && !this.#client.closed) this.#calledOffAt = this.#world.tick();
  }

  /** Another tab's sign-in has come before the module that a sign-out waited for: its caller is refused, and nothing is sent. */
  isRefused() {
    if (this.#owes) this.#refusedAt = this.#world.tick();
    this.#owes = false;
  }

  /** The module has trapped: a sign-out that waited for it has failed, though its caller is told so a moment later. */
  trapped() {
    this.#owes = false;
    // What ended it at this very moment, the module may not have heard; nor what the page asked.
    this.#refreshedAt = undefined;
    if (this.#overMs === this.#world.agenda.monoMs()) this.#calledAt = this.#everCalledAt;
  }

  /**
   * The page goes, or its session: a sign-out that somebody waits for, and that nobody has told, is told now. So is one that
   * has failed, where neither can come back; and one that is under way is sent once more.
   */
  goes(act, mayReturn = false) {
    const { calls, closed, session } = this.#client;
    const isUnderWay = this.#isToldByTheModule();
    const owes = this.#owes && !isUnderWay && calls.isWaiting("logout");
    // Whoever is shown is somebody else, or was let in.
    const isShown = session.snapshot.user !== null;
    const isDue = this.#client.works && !closed && this.isPending && this.#isAlone && !isShown;
    const owesLastTry = isDue && this.#hasFailed && !this.isUnderWay() && !mayReturn;
    const before = this.#count;
    const hadFailed = this.#hasFailed;
    act();
    if (isDue && isUnderWay) this.#countBefore = before;
    // One that another one takes the place of has not failed.
    if (isUnderWay && this.#count > before) this.#hasFailed = hadFailed;
    // A module that traps takes it along.
    this.#check(
      !owesLastTry || this.#count > before || this.#client.hasTrapped,
      "outlives",
      "a sign-out that has failed is left behind",
    );
    this.#check(!owes || !this.#owes, "outlives", "a sign-out that waits ends with its page, or session");
  }

  /** A sign-out that is under way is sent once more, in a way that outlives the page. */
  closes() {
    this.#owes ||= this.#isToldByTheModule();
  }

  #isToldByTheModule() {
    return [...this.#underWay].some(({ isBehind }) => !isBehind);
  }

  /** A request is under way. */
  isUnderWay() {
    return this.#underWay.size > 0;
  }

  /** One is, that outlives the page. */
  isOutliving() {
    return [...this.#underWay].some(({ keepalive }) => keepalive);
  }

  /** A request is under way that a sign-in in another tab waits for: none has failed since the newest call, a moment ago. */
  isWaitedFor() {
    const isYoung = this.#world.agenda.monoMs() - this.#calledMs < PATIENCE_MS;
    return this.#client.runs && this.isUnderWay() && !this.#hasFailed && isYoung;
  }

  /** Script of this client begins to run. */
  begins() {
    this.#follows = false;
  }

  /** A request of any kind leaves. */
  sends(record) {
    if (record.kind === "login") this.isNotAlone();
    if (record.kind !== "logout") return;
    if (this.#owes) {
      this.#toldAt = this.#world.tick();
      // Where another tab has found a change since the call, it is sent all the same, and again if it fails.
      this.#inDoubtAt = undefined;
    }
    this.#owes = false;
    this.#count++;
    this.#underWay.add(record);
    this.#check(this.isPending, "unasked", "a sign-out that nobody called, or that is over");
    this.#check(
      this.#inDoubtAt === undefined || this.#follows,
      "unasked",
      "a sign-out, and no read since another tab found somebody, perhaps",
    );
    if (!record.isBehind) this.#checkKnown();
  }

  /** What the module knows of stands against a sign-out that it sends. */
  #checkKnown() {
    const { atSignOut, watch } = this.#client;
    this.#check(
      !(watch.newcomerAt > this.#toldAt),
      "newcomer",
      "a sign-out is sent again, though somebody else has signed in, perhaps",
    );
    this.#check(
      !(this.#refusedAt > this.#everCalledAt),
      "refused",
      "a sign-out is sent that another tab's sign-in came before",
    );
    this.#check(
      !(this.#refreshedAt > this.#everCalledAt),
      "refreshed",
      "a sign-out is sent again, though the page has asked how things are",
    );
    // One that closes the session as it is sent, in the page's own `fetch`, is sent once more for each.
    if (!this.#closesNow || atSignOut) return;
    this.#lastOnes++;
    this.#check(this.#lastOnes <= 1, "twice", "a session that closes sends its sign-out twice");
  }

  /** Everything that came of it has happened. */
  endsScript() {
    const isSent = this.#countBefore === undefined || this.#count > this.#countBefore;
    this.#check(
      isSent || this.#client.hasTrapped,
      "once more",
      "a sign-out under way is not sent in a way that outlives the page",
    );
    this.#countBefore = undefined;
    const stands = [...this.#underWay].some(
      ({ isBehind, keepalive, seq }) => !isBehind && !keepalive && seq < this.#calledOffAt,
    );
    this.#check(
      !stands || this.#client.hasTrapped,
      "called off",
      "a sign-out goes on, though somebody has signed in in another tab",
    );
    this.#calledOffAt = undefined;
  }

  /** A request of any kind is over, heard or given up. */
  ends(record, meaning) {
    this.#underWay.delete(record);
    const { bearer, isBehind, kind, seq } = record;
    const is = meaning?.is;
    if (kind === "logout") {
      this.#hasFailed = is !== "signed-out";
      this.#follows = !this.#hasFailed;
    }
    const tells = ["identity", "nobody", "deactivated"].includes(is);
    if (kind === "session" && tells && seq > this.#inDoubtAt) this.#inDoubtAt = undefined;
    const isOver = {
      login: is === "signed-in",
      logout: is === "signed-out" && !isBehind,
      // The deployment says so, which has judged it after the call.
      session: bearer === null && ["nobody", "deactivated"].includes(is),
    };
    // A sign-out that was called while this one was under way has joined it, unless the cookie may be another's since.
    const isJoined = kind === "logout" && !(this.#metBefore > seq);
    if (!isOver[kind] || !this.isPending || !(seq > this.#calledAt || isJoined)) return;
    this.#calledAt = undefined;
    this.#overMs = this.#world.agenda.monoMs();
  }
}
