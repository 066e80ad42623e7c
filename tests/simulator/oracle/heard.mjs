// An account of what was said to one session and called on it. It knows the promises of `design.md` and none of the
// package's reasons: it sees the wire, the calls and the public surface.

const DAY_MS = 24 * 60 * 60 * 1000;

export class Heard {
  /** Answers that granted something: to whom (`null`: whoever has the role), in which role, what. */
  grants = [];
  /** When the identity epoch began. What was asked before is not believed, but for the answer that began it. */
  epoch = 0;
  epochGrant = undefined;
  /** Who was shown last in this epoch. */
  known = null;
  /** Whose company a sign-in here has told. */
  companyOf = null;
  /** A sign-out was called: who may not be shown (`null`: anyone), and whether it was called here. */
  hidden = null;
  /** The same, until an answer that the module has not been given yet. */
  #hiddenBefore = null;
  /** A listener's call makes it uncertain who is hidden. */
  unsure = false;
  /** A sign-out is being told to the deployment. */
  logoutUnderWay = false;
  /** The clocks at the sign-in that is in force, and at the newest good answer's request. */
  signedIn = null;
  lastGood = null;
  /** The token of the sign-in in force. */
  token = null;
  /** No read has confirmed the sign-in yet. */
  unconfirmed = false;
  /** The browser refused the cookie: the token carries the session. */
  carries = false;
  readFailed = false;
  /** The deployment asked for more patience than a schedule has. */
  heldBack = false;
  /** The newest request for permissions whose answer is shown. */
  newestPermissions = 0;
  /** When the session was last asked for. */
  lastAsked = 0;
  /** The newest session read's answer. */
  lastWord = undefined;
  /** What this script of the page was handed, and whether it called anything. */
  heard = undefined;
  wasCalled = false;
  /** When this script began; whether the module ran by then, the token's time was over, the good answer too old. */
  tick = 0;
  ran = false;
  expired = false;
  doubtful = false;
  /** The clocks as the module began to run. */
  #beganToRun = null;
  /** The newest good answer came before the module ran, and was given to it for an older one. */
  #handedOver = false;
  /** A sign-in or sign-out was called before the module was there to hear of it. */
  queued = false;
  signOutQueued = false;
  refreshQueued = false;
  closed = false;
  seenUnauthenticated = false;
  /** The page has left for the back/forward cache, and the deployment has not spoken since it came back. */
  shut = false;
  /** It is there, or on the way. */
  away = false;
  #restoredAt = 0;
  #restartedAt = 0;

  constructor(world, client, options) {
    this.world = world;
    this.client = client;
    this.options = options;
    this.epoch = world.tick();
  }

  check(holds, rule, what) {
    if (holds) return;
    this.world.check(false, rule, () => `${this.client.name}: ${typeof what === "function" ? what() : what}`);
  }

  /** The module ran already as this script of the page began, and nothing was over by then. */
  get steady() {
    return this.ran && !this.expired;
  }

  /** Script of this client begins to run. */
  begins() {
    this.heard = undefined;
    this.wasCalled = false;
    this.tick = this.world.tick();
    this.ran = this.client.runs;
    this.before = this.snapshot;
    this.expired = this.isOver();
    this.doubtful = this.isTooOld();
    if (!this.ran) this.#beganToRun = this.world.clocks();
  }

  /** The package sees that a sign-in window has come back: the page asks for whoever is signed in. */
  seesWindowBack() {
    this.#asksForTruth();
  }

  isOver() {
    return this.signedIn !== null && this.elapsed(this.signedIn) >= DAY_MS;
  }

  /** Nothing good was heard for longer than grants may outlive it. */
  isTooOld() {
    const since = this.#handedOver ? [this.lastGood, this.#beganToRun] : [this.lastGood];
    return since.some((clocks) => clocks !== null && this.elapsed(clocks) >= this.options.maxStaleMs);
  }

  /** By the clock that has run further. */
  elapsed({ wall, mono }) {
    const { agenda } = this.world;
    return Math.max(agenda.wallMs() - wall, agenda.monoMs() - mono);
  }

  /** A call is about to be made; `complete`: a sign-in with neither email nor password left empty. */
  calls(kind, complete = true) {
    this.wasCalled = true;
    if (kind === "login" && complete) this.logoutUnderWay = false;
    if (kind === "login" || kind === "logout") this.queued ||= !this.client.runs;
    if (kind === "logout") this.signOutQueued ||= !this.client.runs;
    // A listener that calls while what was called before the module was there is made up for: in what order?
    const between = this.hidden !== null && !this.ran && this.client.runs;
    if (kind === "refresh") {
      this.unsure = between || (this.unsure && (this.logoutUnderWay || !this.client.runs));
      if (between) this.hidden = null;
      else this.#asksForTruth();
      this.refreshQueued ||= !this.client.runs;
    } else if (kind === "login" && complete && between && this.refreshQueued) {
      this.unsure = true;
      this.hidden = null;
    }
    if (kind === "close") this.closed = true;
    if (kind !== "logout") return;
    // One that joins another changes nothing.
    if (!this.logoutUnderWay) {
      this.unsure = false;
      this.#hide(true);
    }
    if (this.hidden) this.hidden.asked = false;
    this.logoutUnderWay = true;
  }

  /**
   * A call was aborted. One that the module never heard of has asked for nothing, and a refresh may have been all that
   * did; nor has a sign-in taken the place of the sign-out before it, which then stands against a refresh.
   */
  givesUp(kind) {
    if (this.client.runs) return;
    this.unsure ||= kind === "refresh" || (kind === "login" && this.signOutQueued);
  }

  /** Whoever turns out to be signed in is to be shown; a sign-out that is being told stands against it. */
  #asksForTruth() {
    this.#hiddenBefore = null;
    if (!this.logoutUnderWay) this.hidden = null;
    else if (this.hidden) this.hidden.asked = true;
  }

  /** Another tab's word is about to be handed over. */
  told(word) {
    if (!this.client.runs) return;
    if (word === "signed-in") {
      if (!this.logoutUnderWay) this.hidden = null;
      this.forgetSignIn();
    } else if (word === "signed-out") this.#hide(false);
    else if (this.hidden && !this.hidden.own) this.hidden = null;
  }

  /** The page is about to hear that it leaves for the back/forward cache. */
  leaves() {
    // Nobody is there yet to remember who was shown, and what was said.
    if (!this.client.runs) {
      this.known = null;
      this.hidden ??= this.#hiddenBefore;
    }
    this.away = true;
    this.shut = true;
    this.#restoredAt = Number.POSITIVE_INFINITY;
  }

  /** The page is about to hear that it is back from there. */
  restored() {
    this.away = false;
    if (this.hidden && !this.hidden.own) this.hidden = null;
    this.shut = true;
    this.#restoredAt = this.world.tick();
  }

  /** A request leaves. */
  sends(record) {
    if (record.kind === "logout") this.logoutUnderWay = true;
    if (record.kind === "session") this.lastAsked = record.seq;
    if (record.bearer !== null) {
      this.check(
        record.bearer === this.token,
        "bearer",
        "a token was sent that is not of the sign-in in force",
      );
      this.check(
        record.kind !== "session" || this.carries,
        "bearer",
        "a read carries a token where a cookie would",
      );
      this.check(
        record.kind !== "login" && record.kind !== "logout" && record.kind !== "sso",
        "bearer",
        record.path,
      );
    }
  }

  /** The package gave a request up. */
  aborts({ kind, seq }) {
    if (kind === "logout") this.logoutUnderWay = false;
    if (kind === "session" && seq > this.newestPermissions) this.readFailed ||= this.world.cause === "timer";
  }

  /** An answer's last piece is about to be handed over, or its loss. */
  hears(record, meaning) {
    this.heard = { record, meaning };
    const fails = meaning.is === "failure";
    // The deployment asked for more patience than a schedule has; it stands until the next good read or sign-in.
    if (record.kind === "session" || record.kind === "logout")
      this.heldBack ||= (meaning.retryAfter?.length ?? 0) > 5;
    if (!fails && (record.kind === "session" || record.kind === "login")) this.heldBack = false;
    switch (record.kind) {
      case "session":
        return this.#hearsRead(record, meaning);
      case "login":
        return fails ? undefined : this.#hearsSignIn(record, meaning);
      case "logout":
        this.logoutUnderWay = false;
        if (!fails) this.hidden = null;
        return;
      case "permissions":
        if (!fails) this.grant(record.seq, meaning);
        return;
      default:
    }
  }

  #hearsRead(record, meaning) {
    if (record.seq < this.newestPermissions || record.seq < this.epoch) {
      if (meaning.is !== "failure") this.heard = undefined;
      return;
    }
    this.readFailed = meaning.is === "failure";
    if (meaning.is === "failure") return;
    this.lastWord = meaning;
    if (record.seq > this.#restoredAt) this.shut = false;
    this.lastGood = record.clocks;
    this.#handedOver = !this.client.runs;
    if (this.queued) {
      // A sign-in or sign-out that was called before the module was there comes first, and may give this answer up.
      this.grant(record.seq, meaning);
      return;
    }
    if (meaning.is !== "identity") {
      if (!this.client.runs) this.#hiddenBefore ??= this.hidden;
      this.hidden = null;
      // The read that confirms a sign-in finds nobody: the browser kept no cookie.
      this.heard.refuses = meaning.is === "nobody" && this.unconfirmed;
      this.carries ||= this.heard.refuses && this.token !== null;
      this.unconfirmed = false;
      // That it was this user who may not sign in any more, ends what was begun for nobody too.
      const shown = this.ran && this.snapshot.status === "unauthenticated";
      if (meaning.is === "deactivated" && shown) this.begin(undefined);
      return;
    }
    const { id } = meaning.account;
    const grant = this.grant(record.seq, meaning);
    if (this.blocks(id)) {
      this.heard = undefined;
      return;
    }
    this.hidden = null;
    this.unconfirmed = false;
    const learned = !this.seenUnauthenticated && this.known === null;
    if (!learned && this.known !== id) this.begin(grant);
  }

  #hearsSignIn(record, meaning) {
    this.unsure = false;
    // However old the request: the deployment has signed this user in.
    this.shut = this.away;
    const { token } = this.options;
    this.begin(this.grant(record.seq, meaning));
    this.hidden = null;
    this.signedIn = record.clocks;
    this.lastGood = record.clocks;
    this.#handedOver = false;
    this.token = token === "discard" ? null : meaning.token;
    this.unconfirmed = true;
    this.readFailed = false;
    this.known = meaning.account.id;
    this.companyOf = meaning.account.id;
    this.lastWord = meaning;
    this.expired = this.isOver();
  }

  grant(seq, { is, account, role, key }) {
    if (is !== "identity" && is !== "signed-in" && is !== "permissions") return undefined;
    const grant = { seq, account: account ?? null, role, key };
    this.grants.push(grant);
    return grant;
  }

  /** Whether a sign-out stands against showing this user. */
  blocks(id) {
    return this.hidden !== null && (this.hidden.user === null || this.hidden.user === id);
  }

  #hide(own) {
    // Before the module is there, and after the token's end, nobody can say who it was: then it may be anyone.
    const told = this.client.runs && !this.isOver();
    const user = told ? (this.known ?? this.hidden?.user ?? null) : null;
    this.hidden = { user, own: own || this.hidden?.own === true };
    this.begin(undefined);
  }

  begin(grant, since = this.world.tick()) {
    this.epoch = since;
    this.epochGrant = grant;
    this.known = null;
    this.companyOf = null;
    this.grants = this.grants.filter((other) => other === grant);
    this.forgetSignIn();
  }

  forgetSignIn() {
    this.signedIn = null;
    this.token = null;
    this.unconfirmed = false;
    this.carries = false;
  }

  /**
   * The module could not run. What is tried after it begins anew, as after a reload: it knows of nothing before, but
   * that a sign-out was called here that the deployment was not told of.
   */
  restarts() {
    if (this.#restartedAt === this.tick) return;
    this.#restartedAt = this.tick;
    this.hidden ??= this.#hiddenBefore;
    if (this.hidden?.asked) this.hidden = null;
    this.logoutUnderWay = false;
    this.begin(undefined);
    this.lastWord = undefined;
    this.readFailed = false;
    this.seenUnauthenticated = false;
    this.nothingIsQueued();
  }

  nothingIsQueued() {
    this.queued = false;
    this.signOutQueued = false;
    this.refreshQueued = false;
    this.#hiddenBefore = null;
  }
}
