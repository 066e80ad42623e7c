// Keeps what a page was told: what was called on its session, and what has come to it. It makes no conclusions as a session does: it counts
// no epochs, and holds no lock.

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns how much time has passed, by the clock that has run further. */
export const passed = (from, to) => Math.max(to.wall - from.wall, to.mono - from.mono);

export class Told {
  /** Answers to requests before `at` may not be shown any more; `why`: what the page was told that made it so. */
  forgot = { at: 0, why: "start" };
  /** When the page was last told of a sign-out. */
  #signedOutAt = 0;
  /** The grants of answers since then, oldest request first: a user with a role, or features to a role. */
  grants = [];
  /** The events since a user was last shown that end a session. */
  ends = new Set();
  /** The clocks at each sign-in that was answered well, and the newest one's token. */
  signIns = [];
  token = null;
  /** Whether a read since the newest sign-in has found no session. */
  hasNoCookie = false;
  /** Whether a read has failed, or was given up, since the newest good one. */
  readFailed = false;
  /** When a read was last answered: the network was there then, whatever the browser says. */
  reachedMs = 0;
  /** The clocks as the newest good answer was asked for. */
  goodClocks;
  /** The bearer of the newest read: none since a sign-out, which takes the token. */
  readBearer = null;
  /** The `Date` of the answer that is shown, in true milliseconds. */
  shownDateMs = 0;
  /** Whether the deployment asked for a longer wait than a schedule lasts. */
  heldBack = false;
  /** When a sign-out was last called here; when one was confirmed; when a user signed in, here or in another tab. */
  calledOut = 0;
  signedOut = 0;
  signedIn = 0;
  signedInElsewhere = 0;
  /** What this script of the page was handed, whether it called anything, or heard that the module failed; what it sent. */
  answer = undefined;
  wasCalled = false;
  hasFailed = false;
  sent = [];
  /** Whether the page is in the back/forward cache, or on the way there. */
  away = false;
  closed = false;

  constructor(world, client, options) {
    const began = world.clocks();
    Object.assign(this, { world, client, options, began, beganAt: world.tick(), goodClocks: began });
  }

  check(holds, rule, what) {
    if (holds || this.client.gone) return;
    this.world.check(false, rule, () => `${this.client.name}: ${typeof what === "function" ? what() : what}`);
  }

  /** Notes that no answer to an earlier request may be shown from here on. */
  #forgets(why, at = this.world.tick()) {
    this.forgot = { at, why };
    this.grants = [];
  }

  #grants(seq, grant, floor = this.forgot.at) {
    if (seq <= floor) return;
    this.grants.push({ seq, ...grant });
    this.grants.sort((one, other) => one.seq - other.seq);
  }

  /** Whether 24 hours have passed since one of the sign-ins here. */
  mayBeOver() {
    const now = this.world.clocks();
    return this.signIns.some((clocks) => passed(clocks, now) >= DAY_MS);
  }

  /** Notes that the page begins with what a server had read for it. */
  startsWith({ is, account, role, key }) {
    if (account) this.#grants(this.world.tick(), { id: account.id, role, key });
    else this.ends.add(is);
  }

  /** Notes that a call is about to be made. */
  calls(kind) {
    this.wasCalled = true;
    if (kind === "close") this.closed = true;
    if (kind === "logout" && !this.closed) this.calledOut = this.signsOut();
  }

  /** Notes that a sign-out is called here, or heard of. */
  signsOut() {
    this.world.signsOut(this.client);
    this.#forgets("sign-out");
    this.#signedOutAt = this.forgot.at;
    this.ends.add("sign-out");
    this.token = this.readBearer = null;
    this.client.identities.ends();
    this.client.calls.outdates();
    return this.forgot.at;
  }

  /** Notes that a message of another tab comes to this page. */
  receives(word) {
    if (this.closed) return;
    if (word === "signed-out") this.signsOut();
    if (word === "signed-in") this.signedInElsewhere = this.world.tick();
    this.client.calls.outdates();
  }

  /** Notes that the page is about to hear that it goes; and, below, that it is back. */
  goes(isCached) {
    this.client.calls.outdates();
    this.away = isCached;
    if (isCached) this.#forgets("away", Number.MAX_SAFE_INTEGER);
  }

  restored() {
    this.away = false;
    this.#forgets("away");
  }

  /** Notes that the module did not come: nothing is known until a module has come and read the session. */
  fails() {
    this.#forgets("start");
  }

  sends(record) {
    if (record.kind === "session") this.readBearer = record.bearer;
    record.shownThen = { user: this.snapshot?.user?.id };
    this.sent.push(record);
  }

  /** Notes that the package has given a request up. */
  aborts({ kind }) {
    this.readFailed ||= kind === "session";
  }

  /** Notes that the last piece of an answer is about to be handed over, or its loss. */
  answered(record, meaning) {
    this.answer = { record, meaning };
    const { kind, seq, clocks, bearer } = record;
    const { is, account, role, key } = meaning;
    this.heldBack ||= ["session", "logout"].includes(kind) && (meaning.retryAfter?.length ?? 0) > 5;
    if (kind === "roles")
      this.catalogue.answered(meaning, [
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
        this.#grants(seq, { role, key });
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
    this.goodClocks = clocks;
    // A sign-in that is called as the page goes counts on its return.
    const floor = is === "signed-in" ? this.#signedOutAt : undefined;
    this.#grants(seq, { id: account.id, role, key }, floor);
  }
}
