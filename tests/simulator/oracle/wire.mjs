// What one session may send, and when.

import { PASSWORD_CANARY, TOKEN_CANARY } from "../deployment/accounts.mjs";
import { PATIENCE_MS } from "./sign-outs.mjs";

/** What makes a read leave that nobody asked for. */
const AUTOMATIC = ["timer", "focus", "visible", "online", "hidden", "offline"];

/** Of these, one is under way at a time: a newer one gives the older one up. */
const ONE_AT_A_TIME = ["session", "login", "logout"];

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
  #lastRead = null;
  /** The module ran already as this script began. */
  #ran = false;
  /** When another tab's sign-out was last heard of, on the monotonic clock. */
  #heardMs = 0;
  /** How many reads have left, and how many had as this script began. */
  #reads = 0;
  #readsBefore = 0;
  /** Until when the deployment asked not to be read, on the monotonic clock. */
  #heldUntilMs = 0;
  /** The page called, another tab spoke, or a request beside the reads ended: that may be worth a read in spite of it. */
  #asked = false;
  #waitsUntilMs = Number.POSITIVE_INFINITY;
  /** Another tab's sign-out was heard of; and one that the module which begins next is to be told of. */
  #hasHeard = false;
  #heardBefore = false;
  /** Something happened since the newest read that is worth one at once. */
  #urgent = true;

  constructor(world, client, { minIntervalMs }) {
    this.#world = world;
    this.#client = client;
    this.#minIntervalMs = minIntervalMs;
  }

  #check(holds, rule, what) {
    this.#world.check(holds, rule, () => `${this.#client.name}: ${what}`);
  }

  /** The module trapped, or could not run: what an answer had said to it is gone with it. */
  restarts() {
    this.#heldUntilMs = 0;
    this.#heardBefore ||= this.#hasHeard;
    this.urge();
  }

  urge() {
    this.#urgent = true;
    this.#asked = true;
  }

  /** Another tab's sign-out is waited for so long: then how things are is worth a read. */
  waits(ms) {
    this.#waitsUntilMs = this.#world.agenda.monoMs() + ms;
    this.#hasHeard = true;
    this.#heardMs = this.#world.agenda.monoMs();
    this.#heardBefore ||= !this.#client.runs;
  }

  /** Script of this client begins to run. */
  begins() {
    this.#readsBefore = this.#reads;
    this.#ran = this.#client.runs;
  }

  /** The page has heard that it is back from the back/forward cache: it reads, once. */
  checkRestored(wasCalled) {
    const reads = this.#reads - this.#readsBefore;
    const changing = [...this.#underWay].some(({ kind }) => kind === "login" || kind === "logout");
    const right = wasCalled ? reads <= 1 : reads === (changing ? 0 : 1);
    this.#check(right || this.#client.closed, "restored", `${reads} reads`);
  }

  sends(record) {
    const { kind, url, method, body, deployment } = record;
    // As it closes, a session sends the sign-out that is under way, or was to follow it, in a way that outlives the page.
    // So it does with one that has failed.
    const isLast = kind === "logout" && this.#client.signOutRequests.mayBeLast;
    // What becomes of it, no module is told: it is like another tab's, also for a sign-out that is called on the return.
    record.isBehind = kind === "logout" && !this.#client.works;
    if (record.isBehind) this.waits(this.#client.options.timeoutMs);
    if (kind === "login") {
      record.waitedMs = this.#world.agenda.monoMs() - this.#client.firstEngineMs;
      record.hasJumped = this.#world.jumpedMs >= this.#client.engineMs;
    }
    this.#client.signOutRequests.sends(record);
    this.#check(isLast || !this.#client.closed, "closed", `a closed session sent ${record.path}`);
    this.#check(deployment === this.#client.deployment, "origin", url);
    this.#check(!url.includes(PASSWORD_CANARY) && !url.includes(TOKEN_CANARY), "secret", url);
    this.#check(
      kind === "own" || method === (kind === "login" || kind === "logout" ? "POST" : "GET"),
      "method",
      method,
    );
    if (kind === "login") this.#checkLogin(body);
    else
      this.#check(
        body === undefined || !String(body).includes(PASSWORD_CANARY),
        "secret",
        "a password elsewhere",
      );
    // Browsers keep the cookie of one that outlives the page even where the page gives it up.
    const { closed, unloading, watch } = this.#client;
    const outlives = record.isBehind || (kind === "logout" && (closed || unloading || watch.away));
    this.#check(record.keepalive === outlives, "keepalive", `${kind} ${record.keepalive}`);
    if (kind !== "own") {
      for (const other of this.#underWay) {
        const alike = other.kind === kind && ONE_AT_A_TIME.includes(kind) && !other.isBehind;
        this.#check(!alike || this.#client.closed, "single flight", `two requests for ${kind}`);
      }
    }
    if (kind === "session") this.#checkRead(record);
    this.#underWay.add(record);
  }

  #checkLogin(body) {
    const { password } = JSON.parse(body);
    this.#check(!this.#passwords.has(password), "login once", "one call, two requests");
    this.#passwords.add(password);
  }

  /** Everything that came of it has happened. */
  endsScript() {
    this.#checkHeldUp();
    // What it heard before, a module that begins to run hears now.
    const begins = !this.#ran && this.#client.runs;
    if (begins && this.#heardBefore) {
      this.#heardBefore = false;
      this.waits(this.#client.options.timeoutMs);
    }
    if (!this.#ran && this.#client.runs && this.#lastRead !== null)
      this.#lastRead = this.#client.watch.countedBack(this.#lastRead);
  }

  /** A sign-in leaves as soon as the page has heard of the end of each sign-out that it has heard of. */
  #checkHeldUp() {
    const { closed, signOutRequests, watch, works } = this.#client;
    if (!works || closed || watch.away) return;
    if (signOutRequests.isUnderWay() || !watch.signOuts.areOver) return;
    const why = "a sign-in waits, though each sign-out that was heard of is over";
    this.#check(this.#waitingSignIns().length === 0, "held up", why);
  }

  #waitingSignIns() {
    return this.#client.calls.list.filter(
      ({ kind, settled, detail }) => kind === "login" && !settled && !this.#passwords.has(detail),
    );
  }

  /** The page has been let alone: a sign-in has not waited for longer than it waits for any sign-out. */
  checkPatience() {
    const { closed, tab, engineMs, signOutRequests, watch, works } = this.#client;
    if (!works || closed || tab.suspended || watch.away || signOutRequests.isOutliving()) return;
    const now = this.#world.agenda.monoMs();
    for (const { ms } of this.#waitingSignIns()) {
      const late =
        now - Math.max(ms, this.#heardMs, engineMs, tab.resumedMs, this.#world.jumpedMs) - PATIENCE_MS;
      this.#check(late <= TIMER_MS, "patience", `a sign-in waits ${late} ms longer than it is to`);
    }
  }

  #checkRead({ clocks }) {
    const { visible, toldOnline } = this.#client.tab;
    const { cause, agenda } = this.#world;
    this.#check(!this.#client.watch.away, "cached", "a read left on the way into the back/forward cache");
    if (agenda.monoMs() >= this.#waitsUntilMs) {
      this.#waitsUntilMs = Number.POSITIVE_INFINITY;
      this.urge();
    }
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
    this.#lastRead = clocks;
    this.#reads++;
    this.#urgent = this.#client.calls.list.some(({ settled, kind }) => !settled && kind !== "ready");
    this.#asked = this.#urgent;
  }

  /** A failure that will pass may name a time. */
  #holds(meaning) {
    // A call that was made before the module was there may have given this read up, and the token's end has.
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
    this.#client.signOutRequests.ends(record, meaning);
    const { kind } = record;
    if (kind !== "session") this.#asked = true;
    if (kind === "session" && record.seq > this.#client.watch.restartedAt) this.#holds(meaning);
    if (kind === "login" && meaning?.is === "signed-in") this.#heldUntilMs = 0;
    // Whose the cookie is, where the token's session has ended, only a read without the token can tell.
    const tokenEnded = record.bearer && meaning?.is === "nobody";
    if (meaning === undefined || meaning.is === "failure" || kind !== "session" || tokenEnded)
      this.#urgent = true;
  }
}
