// Checks what a session shows against what happened to its page (`told.mjs`), whenever it may have changed.

import { keyOf } from "../deployment/accounts.mjs";
import { Catalogue } from "./gates.mjs";
import { checkShape } from "./shape.mjs";
import { PageHistory, passed } from "./told.mjs";

/** The package checks the clock at least so often. */
const CLOCK_CHECK_MS = 10 * 60 * 1000;

/** The page events at which every session with a running engine checks the clock. */
const CLOCK_CHECK_EVENTS = ["focus", "visible", "hidden", "online", "offline", "restored"];

/** How late a timer may fire. */
const TIMER_LATENESS_MS = 2_000;

/** How long before the start of a session its document may have preloaded it, at most. */
const PRELOAD_MS = 60_000;

/** The rule that is broken if a user is shown that no answer has named since the cutoff, by the reason for the cutoff. */
const RULES = { start: "granted", "sign-out": "signed-out", away: "restored" };

/** By `reason` of a snapshot: it may be given if one of these has happened (`PageHistory.ends`). */
const REASONS = {
  "signed-out": ["sign-out"],
  deactivated: ["deactivated"],
  "no-session": ["no-session"],
  ended: ["no-session", "deactivated"],
};

export class Watch extends PageHistory {
  catalogue = new Catalogue();
  snapshot = undefined;
  /** Whether a user was shown in the current script. */
  userShown = false;
  /** The snapshot at the beginning of the current script. */
  before = undefined;
  /** Whether an engine ran at the beginning of the current script. */
  ran = false;
  /** Whether an engine began to run in the current script. */
  engineBegan = false;
  #counters;
  /** The ticks of the oldest requests with answers that can account for the user and the features shown. What is shown next must not be older. */
  #shown = { user: 0, features: 0 };
  /** When the session last became stale, on the monotonic clock. */
  #staleMs = 0;
  /** When the time `expiresAt` passed, on the monotonic clock. */
  #expiredSinceMs = undefined;
  /** How many snapshots the session has published since its end. */
  #publishedAfterEnd = 0;

  constructor(world, client, options, counters) {
    super(world, client, options);
    this.#counters = counters;
  }

  /** Begins to check, once the session was created. */
  start() {
    this.snapshot = this.client.session.snapshot;
    // A session may begin while a sign-out of another session of its page is pending.
    if (this.world.hasSignedOut(this.client)) this.ends.add("sign-out");
    this.checkSnapshot();
  }

  /** Notes that a script of this client begins to run. */
  beginScript() {
    this.answer = undefined;
    this.wasCalled = this.hasFailed = this.engineBegan = false;
    this.ran = this.client.runs;
    this.sent = [];
    this.before = this.snapshot;
    this.userShown = this.snapshot?.user != null;
  }

  /** Checks the current snapshot. */
  checkSnapshot() {
    const { client } = this;
    const { snapshot } = client.session;
    client.identities.checkUser(snapshot);
    if (snapshot !== this.snapshot) {
      const before = this.snapshot;
      checkShape(this, before, snapshot);
      if (this.closed && !client.gone)
        this.check(++this.#publishedAfterEnd === 1, "closed", "it publishes snapshots after its end");
      if (snapshot.stale && !before.stale) this.#staleMs = this.world.agenda.monoMs();
      this.snapshot = snapshot;
      this.#counters.countSnapshot(client, snapshot);
      this.world.note("shows", client, describe(snapshot));
      if (snapshot.status === "unauthenticated") this.#checkEnd(before, snapshot);
    }
    if (this.closed) {
      const { code, retryable } = snapshot.error ?? {};
      this.check(
        snapshot.status === "unknown" && code === client.endCode && retryable === false,
        "closed",
        () => `after its end it shows ${describe(snapshot)}`,
      );
      return;
    }
    if (snapshot.user !== null) {
      this.userShown = true;
      this.#checkShown(snapshot);
    }
    this.check(!snapshot.stale || this.readFailed, "stale", "stale, and the newest read did not fail");
  }

  /** Checks the session at the end of a script, after all its microtasks. */
  endScript() {
    if (this.hasFailed) this.noteModuleFailure();
    this.checkSnapshot();
    const { snapshot, client } = this;
    if (this.closed) return client.identities.checkClosed();
    // Requests that are sent in the step that finds a user are for that user. They are sent before the user is shown.
    for (const record of this.sent) {
      record.shownThen.user ??= snapshot.user?.id;
      record.shownNext = snapshot.user?.id;
    }
    client.identities.checkEnds();
    if (snapshot.user !== null) {
      this.check(
        !client.calls.isWaiting("logout"),
        "signed-out",
        "a user is shown while a sign-out is under way",
      );
      if (client.runs) this.ends.clear();
    }
    this.#checkExpiry();
    if (this.world.running === client && this.answer && this.ran) this.#checkAnswer(this.answer, snapshot);
  }

  /** Checks that a failed request changes nothing that is shown, and notes the `Date` of a read that is shown. */
  #checkAnswer({ record, meaning }, snapshot) {
    const { before } = this;
    const isRead = record.kind === "session";
    if (isRead && meaning.is !== "failure" && !snapshot.stale) this.readFailed = false;
    if (isRead && meaning.is === "identity" && snapshot.user?.id === meaning.account.id)
      this.shownDateMs = record.dateMs ?? 0;
    const isFailed = meaning.is === "failure" && (isRead || record.kind === "login");
    if (!isFailed || this.wasCalled || this.mayHaveExpired()) return;
    // A failed read may hide a user that has been shown for `maxStaleMs`; a page younger than that cannot have one.
    const mayBeTooOld = passed(this.began, this.world.clocks()) + PRELOAD_MS >= this.options.maxStaleMs;
    if (snapshot.status === "unknown" && mayBeTooOld) return;
    const isSame = ["status", "user", "features"].every((name) => snapshot[name] === before[name]);
    this.check(isSame, "failure keeps", () => `${describe(before)} became ${describe(snapshot)}`);
  }

  /** Checks, between two scripts, that the user shown is not too old. */
  checkAge() {
    const { snapshot, client, options, world } = this;
    const { tab } = client;
    if (this.closed || !client.runs || tab.suspended || snapshot.user === null) return;
    const isCutOff = !tab.toldOnline && this.reachedMs < tab.offlineMs;
    if (!isCutOff && !snapshot.stale) return;
    const unverifiedMs = isCutOff ? tab.offlineMs : this.#staleMs;
    // A timer cannot fire while the page is suspended, before a clock has jumped, or before the engine runs.
    const times = [unverifiedMs, tab.resumedMs, world.jumpedMs, client.engineMs];
    const late = world.agenda.monoMs() - Math.max(this.confirmedMs + options.maxStaleMs, ...times);
    const place = isCutOff ? "the page is offline" : "its newest read failed";
    this.check(
      late <= TIMER_LATENESS_MS,
      "too old",
      () => `shown ${late} ms longer than maxStaleMs allows, while ${place}`,
    );
  }

  /** Checks that the session ends soon after its `expiresAt`, also where timers were late because the machine slept. */
  #checkExpiry() {
    const { before, snapshot, world } = this;
    const { expiresAt } = snapshot;
    const { wall, mono } = world.clocks();
    const checksClock =
      world.running === this.client &&
      this.ran &&
      !this.wasCalled &&
      CLOCK_CHECK_EVENTS.includes(world.cause);
    const wasExpired = before?.expiresAt != null && wall >= before.expiresAt;
    this.check(
      !checksClock || !wasExpired || snapshot.user === null,
      "expiry",
      "shown after the token's end",
    );
    if (expiresAt === null || wall < expiresAt) this.#expiredSinceMs = undefined;
    else this.#expiredSinceMs ??= mono;
    if (this.#expiredSinceMs === undefined) return;
    const late = mono - Math.max(this.#expiredSinceMs, this.client.tab.resumedMs, this.world.jumpedMs);
    this.check(late <= CLOCK_CHECK_MS, "expiry", () => `shown ${late} ms after the token's end`);
  }

  /** Checks that answers to requests since the cutoff have granted the user and the features shown, and that no later answer was shown before. */
  #checkShown({ user, features }) {
    const key = keyOf(features);
    const shown = () =>
      `shown is ${user.id} ${user.userType} ${key}, since ${this.cutoff.at} (${this.cutoff.why})`;
    const named = this.grants.filter(({ id, role }) => id === user.id && role === user.userType);
    const granted = this.grants.filter(
      ({ id = user.id, role, key: of }) => id === user.id && role === user.userType && of === key,
    );
    this.check(named.length > 0 && granted.length > 0, RULES[this.cutoff.why], shown);
    const seqFrom = (grants, at) => grants.find(({ seq }) => seq >= at)?.seq;
    const next = { user: seqFrom(named, this.#shown.user), features: seqFrom(granted, this.#shown.features) };
    this.check(next.user && next.features, "order", () => `${shown()}, after an answer to a later request`);
    if (next.user && next.features) this.#shown = next;
    const account = this.client.deployment.accounts.find(({ id }) => id === user.id);
    const isAccount = account?.email === user.email && account.name === user.name;
    const source = user.authSource === null || user.authSource === account?.authSource;
    const company = user.company === null || this.companyOf === user.id;
    this.check(isAccount && source && company, "one identity", () => JSON.stringify(user));
  }

  /** Checks that the session becomes unauthenticated only by an answer of the deployment, a sign-out or its expiry. */
  #checkEnd(before, { reason, status }) {
    if (before.status === status && before.reason === reason) return;
    const holds =
      reason === "expired" ? this.mayHaveExpired() : REASONS[reason].some((end) => this.ends.has(end));
    this.check(
      holds,
      "ended",
      () => `unauthenticated, ${reason}, after ${[...this.ends].join(" and ") || "nothing"}`,
    );
  }
}

/** Returns a snapshot as one line of text. */
export function describe({ status, reason, stale, error, user, features }) {
  const open = Object.keys(features).filter((name) => features[name].enabled);
  return `${status} ${reason ?? "-"} ${stale ? "stale" : "fresh"} ${error?.code ?? "-"} ${user?.id ?? "-"} ${user?.userType ?? "-"} ${open}`;
}
