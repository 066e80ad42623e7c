// What one page can know: what is called on its session, what comes to it, and what follows. It holds nothing that the package
// decides.

import { Facts } from "./facts.mjs";
import { passed } from "./locks.mjs";

/** A first read that left so long before the page listened is what was known before. */
const FRESH_MS = 1_000;

export class Known extends Facts {
  /** A call is about to be made. */
  calls(kind, isAborted = false) {
    this.wasCalled = true;
    if (kind === "close") this.closed = true;
    if (!["logout", "refresh"].includes(kind)) this.signedOutDateMs = undefined;
    if (isAborted) return;
    if (kind === "refresh") this.asks();
    if (kind !== "logout") return;
    this.signOutHeldBack = false;
    this.locks.call();
    this.#signsOut();
  }

  /** The page asks who is signed in: a sign-out that has failed is given up. */
  asks() {
    const { own } = this.locks;
    const wasOver = own?.isOverPerhaps;
    if (own?.mayHaveFailed) own.isOverPerhaps = true;
    if (own?.failure === undefined) return;
    this.locks.endOwn();
    own.signOut.isOver = true;
    this.#endsUntold(own.signOut);
    if (!wasOver) this.invalidates();
  }

  #signsOut() {
    this.world.signsOut(this.client);
    this.raise(this.world.tick(), "sign-out");
    this.ends.add("sign-out");
    this.holdsToken = false;
    this.isUnconfirmed = false;
    this.word = undefined;
    this.forgetsSignIn();
    this.client.identities.ends();
    this.client.calls.outdates("sign-out");
  }

  /** A sign-out of this page, or of another session of it, is under way that no engine sends. */
  learnsOfSignOut(signOut, clocks) {
    this.client.gotAtBegin.add(signOut);
    this.locks.addOther(signOut, clocks);
    this.lockedAt = this.world.tick();
    this.#signsOut();
  }

  /** A sign-out that another session of this page knows: this one may have heard of it. */
  mayAddOther(signOut, clocks) {
    this.client.mayHaveGot.add(signOut);
    this.perhapsLockedAt = this.world.tick();
    this.locks.mayAddOther(signOut, clocks);
    this.ends.add("sign-out");
    this.client.identities.mayEnd();
    this.client.calls.outdates("sign-out");
  }

  /** Another tab's message comes to this page; `about`: the sign-out that it tells of. */
  receives(word, about) {
    this.ends.add(`another tab's ${word}`);
    if (word === "signed-out") this.ends.add("sign-out");
    if (word === "signed-out") {
      this.lockedAt = this.world.tick();
      this.locks.addOther(about);
      this.#signsOut();
      return;
    }
    // One that is over hears no more of it.
    if (word === "signed-in" && !this.closed) {
      // The engine that takes the journal says so.
      if (this.client.runs) this.locks.endOwn();
      else if (this.locks.own) this.locks.own.endsWithEngine = true;
      this.client.calls.outdates("sign-in");
      this.suspendsCredentials();
    }
    if (word === "sign-out-over") this.locks.endOther(about);
    this.invalidates();
  }

  /** A user may have signed in, and no message of another tab tells. */
  mayHaveSignedIn() {
    this.suspendsCredentials();
    this.invalidates();
  }

  /** What a sign-in here has left may be another's by now. */
  suspendsCredentials() {
    this.signedOutDateMs = undefined;
    this.forgetsSignIn();
    this.tokenIsSuspended ||= this.holdsToken;
    if (!this.holdsToken) this.isUnconfirmed = false;
    else if (this.cookieIsRefused) {
      this.cookieIsRefused = false;
      this.isUnconfirmed = true;
    }
  }

  /** The page is about to hear that it goes. */
  goes(isCached) {
    this.client.calls.outdates("away");
    if (!isCached) return;
    this.#leavesUnconfirmed();
    this.away = true;
    this.raise(Number.MAX_SAFE_INTEGER, "away");
  }

  /** Whether the browser has kept the cookie of a sign-in, a page that was away cannot tell: its token is gone. */
  #leavesUnconfirmed() {
    if (this.isUnconfirmed) this.holdsToken = this.isUnconfirmed = false;
  }

  /** It is about to hear that it is back. */
  restored() {
    this.#leavesUnconfirmed();
    this.away = false;
    this.raise(this.world.tick(), "away");
    this.invalidates();
  }

  /** A request leaves. */
  sends(record) {
    if (record.kind === "logout") {
      record.signOut = this.locks.own?.signOut;
      if (record.isOfEntry) this.client.entrySends(record);
    }
    if (record.kind === "session") this.readBearer = record.bearer;
    record.shownThen = { user: this.snapshot?.user?.id };
    this.sent.push(record);
  }

  /** The package gave a request up. */
  aborts(record) {
    const { kind, seq, clocks, takenClocks = clocks } = record;
    const { cause } = this.world;
    // An engine that took it up while a clock was set forward has counted that, too.
    const stood = [...this.world.heightsBetween(seq, this.world.tick()), this.world.clocks()];
    const isLate = stood.some((then) => passed(takenClocks, then) >= this.options.timeoutMs);
    // A sign-in that leaves gives a sign-out up, too, perhaps at that very moment.
    const givesWay = kind === "logout" && this.client.wire.waitsToSignIn();
    if (givesWay) this.#mayFail();
    else if (isLate && (cause === "timer" || this.engineBegan || record.isAdopted))
      this.#fails(record, { code: "timeout" });
    if (kind === "login" && !this.closed) this.mayHaveSignedIn();
    if (kind === "login" && !isLate) this.gaveUpSignIn = true;
  }

  #mayFail() {
    if (this.locks.own) this.locks.own.mayHaveFailed = true;
  }

  /** An engine waits for its answer. */
  #isAwaited({ isOfEntry, isAdopted }) {
    return !isOfEntry || (isAdopted && this.client.works);
  }

  #fails(record, { code }) {
    const { kind, seq } = record;
    const { runs, calls } = this.client;
    // One that a login() or a message has overtaken is given up as the engine begins.
    const isOvertaken = calls.hasSignedIn || seq < this.unverifiedSince;
    const isGivenUp = isOvertaken && (!runs || this.engineBegan);
    if (kind === "session" && !isGivenUp) {
      this.readFailed = true;
      this.readFailedMs = this.world.agenda.monoMs();
    }
    if (kind !== "logout" || !this.#isAwaited(record) || record.signOut !== this.locks.own?.signOut) return;
    this.locks.own.failure = code;
  }

  /** An answer's last piece is about to be handed over, or its loss. */
  answered(record, meaning) {
    this.answer = { record, meaning };
    const { kind } = record;
    const inYears = (meaning.retryAfter?.length ?? 0) > 5;
    if (kind === "session") this.heldBack ||= inYears;
    if (kind === "logout" && this.#isAwaited(record)) this.signOutHeldBack ||= inYears;
    if (kind === "roles")
      this.catalogue.answered(meaning, [
        this.snapshot.user?.id,
        record.judged?.account?.id,
        record.shownThen.user,
        record.shownNext,
      ]);
    if (meaning.is === "failure" || meaning.is === "response") {
      const isRefused = meaning.status >= 400 && meaning.status < 500;
      if (kind === "login" && !isRefused && !this.closed) this.mayHaveSignedIn();
      if (meaning.isCached) this.refused = { dateMs: record.dateMs, newestMs: this.newestDateMs };
      if (meaning.is === "failure") this.#fails(record, meaning);
      return;
    }
    // An answer that no request waits for any more reaches no engine.
    const isAwaited =
      kind === "session"
        ? this.counts(record) && !this.#mayBeOvertaken(record) && !this.mayBeOver()
        : this.#isAwaited(record);
    if (["session", "login", "logout"].includes(kind) && isAwaited) this.#countsItsDate(record);
    if (kind === "permissions") this.#answeredPermissions(record, meaning);
    if (kind === "logout" && this.#isAwaited(record)) this.#answeredSignOut(record);
    if (kind === "login") this.#answeredSignIn(record, meaning);
    if (kind === "session") this.#answeredRead(record, meaning);
  }

  #answeredSignOut({ signOut, dateMs }) {
    // The end of another tab's lock, which may have stood longer, invalidates the identity.
    this.signedOutDateMs = this.locks.mayStandElsewhere ? undefined : dateMs;
    this.signedOutAt = this.world.tick();
    if (signOut !== this.locks.own?.signOut) return;
    signOut.isOver = true;
    this.locks.endOwn();
    this.#endsUntold(signOut);
  }

  /** Of a sign-out that is over a session without a channel tells no tab: the others of its page hear of it all the same. */
  #endsUntold(signOut) {
    if (this.client.channels.size === 0) this.client.siblingsHearOfEnd(signOut);
  }

  #answeredSignIn({ clocks, seq }, { token, account, role, key }) {
    if (this.snapshot.status === "unknown") this.client.identities.mayEnd();
    this.heldBack = false;
    this.locks.endAll();
    // A session that begins later gets none of those before it.
    for (const { entrySignOuts, gotAtBegin } of this.client.siblings) {
      for (const record of entrySignOuts) record.isEnded = true;
      gotAtBegin.clear();
    }
    this.lockedAt = 0;
    this.raise(seq, "sign-in");
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
    this.tokenIsSuspended = false;
    this.isUnconfirmed = true;
    this.cookieIsRefused = false;
    this.companyOf = account.id;
  }

  #answeredRead(record, meaning) {
    if (this.#isOvertaken()) return;
    const { is, account, role, key } = meaning;
    this.heldBack = false;
    if (is !== "identity") this.ends.add(is);
    if (!this.counts(record)) return;
    this.isUnverified = false;
    this.readFailed = false;
    this.reachedMs = this.world.agenda.monoMs();
    const confirms = this.isUnconfirmed;
    this.isUnconfirmed = false;
    if (is === "no-session" && confirms && Number.isInteger(this.word)) {
      this.#hasNoCookie();
    } else {
      if (account?.id !== this.signIn?.account.id) {
        this.forgetsSignIn();
        this.holdsToken = false;
      }
      if (this.tokenIsSuspended) this.forgetsSignIn();
      this.tokenIsSuspended = false;
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
    if (record.isPreload && early > FRESH_MS) this.invalidates();
  }

  #finds({ seq, clocks }, { id }, role, key) {
    this.goodClocks = clocks;
    this.expected = { id, role, key, asked: seq, featuresAsked: seq };
  }

  /** The read that confirms a sign-in finds no session: its token carries the session, if there is one. */
  #hasNoCookie() {
    this.tokenIsSuspended = false;
    this.cookieIsRefused = true;
    if (this.holdsToken) return;
    this.ends.add("no-session");
    this.expected = this.word = null;
    this.forgetsSignIn();
  }

  /** What a role may do: of another role than the one shown, it says nothing. */
  #answeredPermissions({ seq }, { role, key }) {
    if (this.snapshot.user?.userType !== role || this.expected?.role !== role) return;
    // A read that was asked for later has told them.
    if (this.expected.featuresAsked > seq) return;
    this.expected = { ...this.expected, key, featuresAsked: seq };
  }

  /** The page was made with what a server had read for it. */
  startsWith({ is, account, role, key }) {
    const asked = this.world.tick();
    this.word = account?.id ?? null;
    this.expected = account ? { id: account.id, role, key, asked, featuresAsked: asked } : null;
    this.early = [this.expected];
    this.invalidates();
    if (is !== "identity") this.ends.add(is);
  }

  /** The engine has trapped: what ended the sign-out in this script, it may not have heard. */
  traps() {
    this.locks.own ??= this.ownBefore;
  }

  #countsItsDate({ dateMs = 0 }) {
    this.newestDateMs = Math.max(this.newestDateMs, dateMs);
  }

  /** Before the engine, a login() overtakes a read. */
  #isOvertaken() {
    return !this.client.runs && this.client.calls.hasSignedIn;
  }

  /** So may a sign-out do of which the page may have heard. */
  #mayBeOvertaken({ seq }) {
    const mayBeLocked = !this.client.runs && this.locks.mayStandElsewhere;
    return this.#isOvertaken() || mayBeLocked || seq < this.perhapsLockedAt;
  }

  engineBegins() {
    this.engineBegan = true;
    this.engineClocks = this.world.clocks();
    // A user has signed in elsewhere since its call.
    if (this.locks.own?.endsWithEngine) this.locks.endOwn();
    const { entrySignOut } = this.client;
    if (!entrySignOut) return;
    entrySignOut.isAdopted = true;
    const { own } = this.locks;
    // It hears of the end once what it has taken is published: a listener may call it before, and a `logout()` joins that request.
    if (entrySignOut.end?.is === "signed-out") this.signedOutAt = Number.POSITIVE_INFINITY;
    if (!own || !entrySignOut.end) return;
    own.isOverPerhaps = own.isConfirmed;
    own.mayHaveFailed = !own.isConfirmed;
  }

  /** The engine that has begun in this script has heard how the sign-out has ended that the entry has sent. */
  takesEndOfSignOut() {
    const { entrySignOut: record, works } = this.client;
    const meaning = record?.end;
    if (!this.engineBegan || !meaning || !works) return;
    const { own } = this.locks;
    const isPending = this.client.session.snapshot.signOutPending;
    if (own && !own.isConfirmed && !own.mayHaveFailed) {
      // A listener has called it again, before it heard of the end or after.
      own.isOverPerhaps = own.mayHaveFailed = true;
      this.signedOutAt = Math.min(this.signedOutAt, this.world.tick());
      if (!isPending) this.locks.endOwn();
      return;
    }
    if (own?.isConfirmed) own.isOverPerhaps = false;
    // A listener may have given it up meanwhile.
    else if (own?.isOverPerhaps && !isPending) this.locks.endOwn();
    if (own) own.mayHaveFailed = false;
    this.signOutHeldBack ||= (meaning.retryAfter?.length ?? 0) > 5;
    if (meaning.is === "failure") return this.#fails(record, meaning);
    this.#countsItsDate(record);
    this.#answeredSignOut(record);
  }

  /** The module could not run: to the engine that will come, the page returns. */
  restarts() {
    this.raise(this.world.tick(), "start");
    this.invalidates();
  }
}
