// What one session may send, and when.

import { PASSWORD_CANARY, TOKEN_CANARY } from "../deployment/accounts.mjs";

/** What makes a read leave that nobody asked for. */
const AUTOMATIC = ["timer", "focus", "visible", "online", "hidden", "offline"];

/** Of these, one is under way at a time: a newer one gives the older one up. */
const ONE_AT_A_TIME = ["session", "login", "logout"];

/** How long a sign-in waits for the sign-outs before it. */
const PATIENCE_MS = 3_000;

/** What a timer holds. */
const LONGEST_HOLD_MS = 2_147_483_647;

/** How much later than its time a timer may come. */
const TIMER_MS = 500;

export class Wire {
  #world;
  #client;
  #minIntervalMs;
  #underWay = new Set();
  #passwords = new Set();
  #signIns = [];
  #lastRead = null;
  /** The module ran already as this script began. */
  #ran = false;
  /** Until when the deployment asked not to be read, on the monotonic clock. */
  #heldUntilMs = 0;
  /** The page called, another tab spoke, or a request beside the reads ended: that may be worth a read in spite of it. */
  #asked = false;
  /** Something happened since the newest read that is worth one at once. */
  #urgent = true;
  /** A sign-out stood since the newest read. */
  #locked = false;

  constructor(world, client, { minIntervalMs }) {
    this.#world = world;
    this.#client = client;
    this.#minIntervalMs = minIntervalMs;
  }

  #check(holds, rule, what) {
    this.#world.check(holds, rule, () => `${this.#client.name}: ${what}`);
  }

  /** The module could not run: the page begins anew. */
  restarts() {
    this.#heldUntilMs = 0;
    this.urge();
  }

  urge() {
    this.#urgent = true;
    this.#asked = true;
  }

  /** Script of this client begins to run. */
  begins() {
    this.#ran = this.#client.runs;
    this.#locked ||= this.#client.watch.locks.stand;
  }

  isUnderWay(kind) {
    return [...this.#underWay].some((record) => record.kind === kind);
  }

  sends(record) {
    const { kind, url, method, body, deployment } = record;
    const { closed, unloading, watch, works } = this.#client;
    // No engine sends it: to every session of the page it is like another tab's.
    record.isBehind = kind === "logout" && !works;
    if (kind === "logout") this.#client.signOutRequests.sends(record);
    // What follows a request whose sending has closed the session is given up at once.
    const follows = this.#client.atSignOut !== undefined && this.#client.endedIn === this.#world.script;
    this.#check(kind === "logout" || !closed || follows, "closed", `a closed session sent ${record.path}`);
    this.#check(deployment === this.#client.deployment, "origin", url);
    this.#check(!url.includes(PASSWORD_CANARY) && !url.includes(TOKEN_CANARY), "secret", url);
    this.#check(
      kind === "own" || method === (kind === "login" || kind === "logout" ? "POST" : "GET"),
      "method",
      method,
    );
    if (kind === "login") this.#signIns.push(record);
    if (kind === "login") this.#checkLogin(body);
    else
      this.#check(
        body === undefined || !String(body).includes(PASSWORD_CANARY),
        "secret",
        "a password elsewhere",
      );
    // Browsers keep the cookie of one that outlives the page even where the page gives it up.
    const outlives = record.isBehind || (kind === "logout" && (unloading || watch.away));
    this.#check(kind === "own" || record.keepalive === outlives, "keepalive", `${kind} ${record.keepalive}`);
    // As an engine begins that does not take it up, the first read is given up last.
    if (ONE_AT_A_TIME.includes(kind) && !record.isBehind && !watch.engineBegan) {
      for (const other of this.#underWay) {
        const alike = ONE_AT_A_TIME.includes(other.kind) && !other.isBehind;
        this.#check(!alike, "single flight", `a request for ${kind} beside one for ${other.kind}`);
      }
    }
    if (kind === "session") this.#checkRead(record);
    this.#underWay.add(record);
  }

  #checkLogin(body) {
    const { password } = JSON.parse(body);
    this.#check(!this.#passwords.has(password), "login once", "one call, two requests");
    this.#passwords.add(password);
    // It waits for the sign-outs before it.
    const { calls, signOutRequests, watch } = this.#client;
    const call = calls.list.find(({ kind, detail }) => kind === "login" && detail === password);
    const since = Math.max(call?.ms ?? 0, this.#client.engineMs);
    const isPatient = this.#world.agenda.monoMs() - since >= PATIENCE_MS;
    const isFree = !watch.locks.standElsewhere && !signOutRequests.isToldByTheEngine();
    this.#check(
      isFree || isPatient,
      "overtaken",
      "a sign-in leaves before the sign-out that was called before it is over",
    );
  }

  /** A sign-out of this page has taken the browser's cookie: not that of a sign-in which was sent after it. */
  endsSession({ seq }, token) {
    const signIn = this.#signIns.find(({ judged }) => judged?.token === token);
    const isLater = signIn !== undefined && signIn.seq > seq;
    this.#check(
      !isLater,
      "overtaken",
      () => `a sign-out sent at ${seq} ends the sign-in sent at ${signIn.seq}`,
    );
  }

  /** Everything that came of it has happened. */
  endsScript() {
    if (this.#world.running === this.#client) this.#checkHeldUp();
    if (!this.#ran && this.#client.runs && this.#lastRead !== null)
      this.#lastRead = this.#client.watch.countedBack(this.#lastRead);
    if (!this.#client.watch.locks.stand && this.#locked) {
      this.#locked = false;
      this.urge();
    }
  }

  /** A sign-in leaves as soon as the page has heard of the end of each sign-out that it has heard of. */
  #checkHeldUp() {
    const { closed, signOutRequests, watch, works } = this.#client;
    if (!works || closed || watch.away) return;
    // Its timers come late where the clocks have jumped.
    const { agenda, jumpedMs } = this.#world;
    if (jumpedMs > 0 && agenda.monoMs() - jumpedMs < TIMER_MS) return;
    if (signOutRequests.isUnderWay() || watch.locks.mayStandElsewhere) return;
    this.#check(
      !this.waitsToSignIn(),
      "held up",
      "a sign-in waits, though each sign-out that was heard of is over",
    );
  }

  #waitingSignIns() {
    const { calls } = this.#client;
    return calls.list.filter(
      ({ kind, settled, detail, abort, seq }) =>
        kind === "login" &&
        !settled &&
        detail !== "" &&
        !abort?.signal.aborted &&
        !calls.isOutdated("login", seq) &&
        !this.#passwords.has(detail),
    );
  }

  waitsToSignIn() {
    return this.#waitingSignIns().length > 0;
  }

  /** The page has been let alone: a sign-in has not waited for longer than it waits for any sign-out. */
  checkPatience() {
    const { closed, tab, engineMs, watch, works } = this.#client;
    if (!works || closed || tab.suspended || watch.away) return;
    const now = this.#world.agenda.monoMs();
    for (const { ms } of this.#waitingSignIns()) {
      const late = now - Math.max(ms, engineMs, tab.resumedMs, this.#world.jumpedMs) - PATIENCE_MS;
      this.#check(late <= TIMER_MS, "patience", `a sign-in waits ${late} ms longer than it is to`);
    }
  }

  #checkRead({ clocks, takenClocks }) {
    const { visible, toldOnline } = this.#client.tab;
    const { cause, agenda } = this.#world;
    const { watch } = this.#client;
    this.#check(!watch.away, "cached", "a read left on the way into the back/forward cache");
    // The first read leaves with the engine, which may give it up at once.
    const isFirst = !this.#ran;
    this.#check(!watch.locks.stand || isFirst, "locked", "a read leaves while a sign-out is not over");
    if (this.#locked) this.urge();
    if (AUTOMATIC.includes(cause) && !this.#asked) {
      const left = this.#heldUntilMs - agenda.monoMs();
      this.#check(left <= 0, "retry after", `${left} ms before the time that the deployment named`);
    }
    if (!this.#urgent && AUTOMATIC.includes(cause)) {
      const after =
        this.#lastRead === null ? Number.POSITIVE_INFINITY : this.#client.watch.elapsed(this.#lastRead);
      this.#check(after >= this.#minIntervalMs, "min interval", `${after} ms after the read before`);
      this.#check(visible, "hidden", `${cause} made a hidden tab read`);
      this.#check(toldOnline, "offline", `${cause} made an offline tab read`);
    }
    // An engine that was asked for anew counts its first read from then.
    const isCountedBack = this.#client.failedAt > 0 && !this.#client.runs;
    this.#lastRead = isCountedBack ? null : (takenClocks ?? clocks);
    this.#urgent = this.#client.calls.list.some(({ settled, kind }) => !settled && kind !== "ready");
    this.#asked = this.#urgent;
  }

  /** A failure that will pass may name a time. */
  #holds(meaning) {
    const { ran, expired } = this.#client.watch;
    if (meaning === undefined || !ran || expired) return;
    const { is, code, retryAfter } = meaning;
    if (is !== "failure") this.#heldUntilMs = 0;
    else if (/^\d+$/.test(retryAfter ?? "")) {
      const passes = code === "rate-limited" || code === "server-error";
      const ms = Math.min(Number(retryAfter) * 1000, LONGEST_HOLD_MS);
      this.#heldUntilMs = passes ? this.#world.agenda.monoMs() + ms : 0;
    }
  }

  /** A request is over, heard or given up. */
  ends(record, meaning) {
    this.#underWay.delete(record);
    this.#client.signOutRequests.ends(record);
    const { kind } = record;
    if (kind !== "session") this.#asked = true;
    if (kind === "session") this.#holds(meaning);
    if (kind === "login" && meaning?.is === "signed-in") this.#heldUntilMs = 0;
    // Whose the cookie is, where the token's session has ended, only a read without the token can tell.
    const tokenEnded = record.bearer && meaning?.is === "nobody";
    if (meaning === undefined || meaning.is === "failure" || kind !== "session" || tokenEnded)
      this.#urgent = true;
  }
}
