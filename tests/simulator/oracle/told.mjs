// Records what happened to a page: the calls on its session, and the answers and messages that came. It does not conclude
// anything as a session does: it counts no epochs and holds no lock.

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns how many ms have passed, by the clock that has run further. */
export const passed = (from, to) => Math.max(to.wall - from.wall, to.mono - from.mono);

export class PageHistory {
  /** Answers to requests sent before the tick `at` may no longer be shown. `why`: because of the start, a sign-out, or the back/forward cache. */
  cutoff = { at: 0, why: "start" };
  /** The tick of the last sign-out, here or in another tab. */
  #signedOutAt = 0;
  /** What answers to requests since the cutoff have granted, oldest request first: features to a user with a role, or to a role. */
  grants = [];
  /** What has happened since a user was last shown that ends a session: "sign-out", "no-session", "deactivated". */
  ends = new Set();
  /** The clocks at the request of each successful sign-in. */
  signIns = [];
  /** The token of the newest sign-in, if the session keeps it. */
  token = null;
  /** Whether a read since the newest sign-in has found no session. */
  hasNoCookie = false;
  /** Whether a read has failed or was aborted since the newest successful one. */
  readFailed = false;
  /** When a read was last answered, on the monotonic clock. The page was not offline then, whatever the browser says. */
  reachedMs = 0;
  /** When the newest answer that named a user was asked for, or the session began if `initial` did, on the monotonic clock. */
  confirmedMs = Number.NEGATIVE_INFINITY;
  /** The token of the newest read; a sign-out resets it. */
  readBearer = null;
  /** The `Date` of the answer that is shown, in true milliseconds. */
  shownDateMs = 0;
  /** Whether a `Retry-After` is longer than a schedule lasts. */
  heldBack = false;
  /** The ticks at which a sign-out was last called here, and last confirmed by an answer. */
  calledOut = 0;
  signedOut = 0;
  /** The ticks at which a user last signed in here, and in another tab. */
  signedIn = 0;
  signedInElsewhere = 0;
  /** The answer that the current script delivers, if it delivers one. */
  answer = undefined;
  /** Whether the page has made a call in the current script. */
  wasCalled = false;
  /** Whether the module failed to load in the current script. */
  hasFailed = false;
  /** The requests that the current script has sent. */
  sent = [];
  /** Whether the page is in the back/forward cache, or on its way there. */
  isAway = false;
  closed = false;

  constructor(world, client, options) {
    const began = world.clocks();
    Object.assign(this, { world, client, options, began, beganAt: world.tick() });
  }

  check(holds, rule, what) {
    if (holds || this.client.gone) return;
    this.world.check(false, rule, () => `${this.client.name}: ${typeof what === "function" ? what() : what}`);
  }

  /** From here on, no answer to an earlier request may be shown. */
  #setCutoff(why, at = this.world.tick()) {
    this.cutoff = { at, why };
    this.grants = [];
  }

  /** Records what the answer to the request of tick `seq` grants, unless the request is older than `floor`. */
  #addGrant(seq, grant, floor = this.cutoff.at) {
    if (seq <= floor) return;
    this.grants.push({ seq, ...grant });
    this.grants.sort((one, other) => one.seq - other.seq);
  }

  /** Whether 24 hours have passed since one of the sign-ins here. */
  mayHaveExpired() {
    const now = this.world.clocks();
    return this.signIns.some((clocks) => passed(clocks, now) >= DAY_MS);
  }

  /** Notes the option `initial`: what a server has read for the page. */
  noteInitial({ is, account, role, key }) {
    if (account) {
      this.confirmedMs = this.began.mono;
      this.#addGrant(this.world.tick(), { id: account.id, role, key });
    } else this.ends.add(is);
  }

  /** Notes a call that is about to be made. */
  noteCall(kind) {
    this.wasCalled = true;
    if (kind === "close") this.closed = true;
    if (kind === "logout" && !this.closed) this.calledOut = this.noteSignOut();
  }

  /** Notes a sign-out, here or in another tab. Returns its tick. */
  noteSignOut() {
    this.world.noteSignOut(this.client);
    this.#setCutoff("sign-out");
    this.#signedOutAt = this.cutoff.at;
    this.ends.add("sign-out");
    this.token = this.readBearer = null;
    this.client.identities.requireEnd();
    this.client.calls.noteSuperseding();
    return this.cutoff.at;
  }

  /** Notes a message of another tab. */
  noteMessage(word) {
    if (this.closed) return;
    if (word === "signed-out") this.noteSignOut();
    if (word === "signed-in") this.signedInElsewhere = this.world.tick();
    this.client.calls.noteSuperseding();
  }

  /** Notes that the page gets `pagehide`. */
  notePageHide(isCached) {
    this.client.calls.noteSuperseding();
    this.isAway = isCached;
    if (isCached) this.#setCutoff("away", Number.MAX_SAFE_INTEGER);
  }

  /** Notes that the page is back from the back/forward cache. */
  noteReturn() {
    this.isAway = false;
    this.#setCutoff("away");
    // A sign-in that a listener has called on the way into the cache.
    this.client.calls.noteSuperseding();
  }

  /** Notes that the module failed to load: no user may be shown until a module has loaded and read the session. */
  noteModuleFailure() {
    this.#setCutoff("start");
  }

  noteRequest(record) {
    if (record.kind === "session") this.readBearer = record.bearer;
    record.shownThen = { user: this.snapshot?.user?.id };
    this.sent.push(record);
  }

  /** Notes that the package has aborted a request. */
  noteAbort({ kind }) {
    this.readFailed ||= kind === "session";
  }

  /** Notes an answer when its last piece is about to be delivered, or the loss of the answer. */
  noteAnswer(record, meaning) {
    this.answer = { record, meaning };
    const { kind, seq, clocks, bearer } = record;
    const { is, account, role, key } = meaning;
    this.heldBack ||= ["session", "logout"].includes(kind) && (meaning.retryAfter?.length ?? 0) > 5;
    if (kind === "roles")
      this.catalogue.noteAnswer(meaning, [
        this.snapshot.user?.id,
        record.judged?.account?.id,
        record.shownThen.user,
        record.shownNext,
      ]);
    this.readFailed ||= kind === "session" && is === "failure";
    switch (is) {
      case "signed-out":
        this.signedOut = this.world.tick();
        return;
      case "signed-in":
        this.signedIn = this.world.tick();
        this.signIns.push(clocks);
        this.token = this.options.token === "discard" ? null : meaning.token;
        this.hasNoCookie = false;
        this.companyOf = account.id;
        break;
      case "identity":
        this.reachedMs = this.world.agenda.monoMs();
        break;
      case "permissions":
        this.#addGrant(seq, { role, key });
        return;
      case "no-session":
      case "deactivated":
        this.reachedMs = this.world.agenda.monoMs();
        this.ends.add(is);
        this.hasNoCookie ||= bearer === null;
        return;
      default:
        return;
    }
    // Never earlier than before: the document's preload is older than `initial`.
    this.confirmedMs = Math.max(this.confirmedMs, clocks.mono);
    // A sign-in that is called on `pagehide` counts after the return of the page.
    const floor = is === "signed-in" ? this.#signedOutAt : undefined;
    this.#addGrant(seq, { id: account.id, role, key }, floor);
  }
}
