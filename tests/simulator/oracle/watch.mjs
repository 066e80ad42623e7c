// What a session may show after what its page was told: looked at from outside, whenever it may have changed.

import { keyOf } from "../deployment/accounts.mjs";
import { Known } from "./known.mjs";
import { checkShape } from "./shape.mjs";

/** How often, at least, a session that runs looks at the time. */
const LOOKS_EVERY_MS = 10 * 60 * 1000;

/** How much later than its time a timer may come. */
const TIMER_MS = 2_000;

/** What every session that runs gets, and looks at the time for. */
const EVENTS_OF_ALL = ["focus", "visible", "hidden", "online", "offline", "restored"];

/** The rule that is broken where a user is shown that no answer has named since. */
const RULES = {
  start: "granted",
  "sign-out": "signed-out",
  away: "restored",
  "sign-in": "newest answer",
};

/** What must have happened for a session to have ended so. */
const REASONS = {
  "signed-out": ["sign-out"],
  deactivated: ["deactivated"],
  "no-session": ["no-session"],
  ended: ["no-session", "deactivated"],
  expired: ["expired"],
};

export class Watch extends Known {
  #counters;
  #overSinceMs = undefined;
  #published = 0;

  constructor(world, client, options, counters) {
    super(world, client, options);
    this.#counters = counters;
  }

  /** The session was made. */
  opened() {
    this.snapshot = this.client.session.snapshot;
    this.looks();
  }

  /** The page is told of a new snapshot, or asks for it. */
  looks() {
    const { client } = this;
    const { snapshot } = client.session;
    client.identities.looks(snapshot);
    if (snapshot !== this.snapshot) {
      const before = this.snapshot;
      checkShape(this, before, snapshot);
      this.#checkDoubt(before, snapshot);
      if (this.closed && !client.gone)
        this.check(++this.#published === 1, "closed", "it says something after its end");
      this.snapshot = snapshot;
      this.#counters.shows(client, snapshot);
      this.world.note("shows", client, describe(snapshot));
      if (snapshot.status === "unauthenticated") {
        this.#checkEnd(before, snapshot);
        if (snapshot.reason !== "signed-out") this.forgetsSignIn();
      }
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
      this.#checkShown(snapshot, [this.expected, this.expectedBefore, ...(this.ran ? [] : this.early)]);
    }
    this.check(!snapshot.stale || this.readFailed, "stale", "stale, and the newest read did not fail");
  }

  /** Everything that came of it has happened. */
  finishes() {
    this.takesEndOfSignOut();
    this.looks();
    const { snapshot } = this;
    if (this.closed) return this.client.identities.checkClosed();
    if (this.client.isFailing) this.client.restarts();
    // What leaves in the step in which a user is found is of that user. It leaves before the user is shown.
    for (const record of this.sent) {
      record.shownThen.user ??= snapshot.user?.id;
      record.shownNext = snapshot.user?.id;
    }
    if (this.client.runs && snapshot.user !== null) this.#checkShown(snapshot, [this.expected]);
    this.client.identities.checkEnds();
    this.#checkOver();
    if (this.world.running !== this.client) return;
    if (this.expired && this.ran && !this.wasCalled && EVENTS_OF_ALL.includes(this.world.cause))
      this.check(snapshot.user === null, "expiry", "shown after the token's end");
    if (this.answer && this.ran && !this.wasCalled) this.#checkFailure(this.answer, snapshot);
  }

  /** The page has been let alone: what is shown may be too old by now. */
  checkAge() {
    const { snapshot, client, options, world } = this;
    const { tab } = client;
    if (this.closed || !client.runs || tab.suspended || snapshot.user === null) return;
    const isCutOff = !tab.toldOnline && this.reachedMs < tab.offlineMs;
    if (!isCutOff && !this.readFailed) return;
    const doubtfulMs = isCutOff ? tab.offlineMs : this.readFailedMs;
    const times = [doubtfulMs, tab.resumedMs, world.jumpedMs, client.engineMs];
    const late = world.agenda.monoMs() - Math.max(this.goodClocks.mono + options.maxStaleMs, ...times);
    const place = isCutOff ? "the page is offline" : "its newest read failed";
    this.check(
      late <= TIMER_MS,
      "too old",
      () => `shown ${late} ms after the time for which it may be, while ${place}`,
    );
  }

  /** The 24 hours' end is noticed soon, however a machine's timers fare while it sleeps. */
  #checkOver() {
    const now = this.world.agenda.monoMs();
    if (!this.isOver()) this.#overSinceMs = undefined;
    else this.#overSinceMs ??= now;
    if (this.#overSinceMs === undefined) return;
    const since = Math.max(this.#overSinceMs, this.client.tab.resumedMs, this.world.jumpedMs);
    const late = now - since;
    // A user who is shown after that was read anew.
    if (this.snapshot.user === null) this.forgetsSignIn();
    else this.check(late <= LOOKS_EVERY_MS, "expiry", () => `shown ${late} ms after the token's end`);
  }

  /** Who is shown, and what they may do, is what the newest answer says that counts. */
  #checkShown({ user, features }, allowed) {
    const key = keyOf(features);
    const shown = () => `shown is ${user.id} ${user.userType} ${key}`;
    this.check(!this.locks.stand, "signed-out", () => `${shown()}, while a sign-out is not over`);
    const fits = allowed.some(
      (told) => told?.id === user.id && told.role === user.userType && told.key === key,
    );
    const isKnown = allowed.some((told) => told !== undefined);
    this.check(fits, isKnown ? "newest answer" : RULES[this.floor.why], () => {
      const told = allowed.map((one) => (one ? `${one.id} ${one.role} ${one.key}` : String(one)));
      return `${shown()}; the newest answer since ${this.floor.at} (${this.floor.why}) says ${told.join(", or ")}`;
    });
    // Until an engine runs, the page may show the user before.
    if (this.expected?.id === user.id) this.ends.clear();
    const account = this.client.deployment.accounts.find(({ id }) => id === user.id);
    const isAccount = account?.email === user.email && account.name === user.name;
    const source = user.authSource === null || user.authSource === account?.authSource;
    const company = user.company === null || this.companyOf === user.id;
    this.check(isAccount && source && company, "one identity", () => JSON.stringify(user));
  }

  /**
   * Who is shown is so until the back/forward cache, a sign-out, a time without a good answer, or the end of a sign-in hides it; or the
   * module fails.
   */
  #checkDoubt(before, { status, error }) {
    if (before.status !== "authenticated" || status !== "unknown") return;
    // An engine that was asked for anew counts its first read from then.
    const slackMs = this.client.failedAt > 0 ? 15_000 : 0;
    const tooOld = this.elapsed(this.goodClocks) + slackMs >= this.options.maxStaleMs;
    const restarts = error?.code === "wasm-unavailable" || this.closed;
    // A user may have signed in since, and that session goes on.
    const isOver = this.mayBeOver();
    this.check(
      this.away || this.floor.why === "away" || tooOld || restarts || isOver || this.ends.has("sign-out"),
      "doubt",
      () => `unknown, with ${error?.code}`,
    );
  }

  /** Only the deployment's word, a sign-out or the known end makes it unauthenticated. */
  #checkEnd(before, { reason, status }) {
    if (before.status === status && before.reason === reason) return;
    const isOver = reason === "expired" && this.mayBeOver();
    // Until a user is shown again, it may be said again.
    if (isOver) this.ends.add(reason);
    const holds = isOver || REASONS[reason].some((end) => this.ends.has(end));
    this.check(
      holds,
      "ended",
      () => `unauthenticated, ${reason}, after ${[...this.ends].join(" and ") || "nothing"}`,
    );
  }

  /** A failed request changes nothing of what is known. */
  #checkFailure({ record, meaning }, snapshot) {
    const { before } = this;
    if (
      meaning.is !== "failure" ||
      (record.kind !== "session" && record.kind !== "login") ||
      this.mayBeOver()
    )
      return;
    if (snapshot.status === "unknown") return;
    const same =
      snapshot.status === before.status &&
      snapshot.user === before.user &&
      snapshot.features === before.features;
    this.check(same, "failure keeps", () => `${describe(before)} became ${describe(snapshot)}`);
  }
}

/** A snapshot in one line. */
export function describe({ status, reason, stale, error, user, features }) {
  const open = Object.keys(features).filter((name) => features[name].enabled);
  return `${status} ${reason ?? "-"} ${stale ? "stale" : "fresh"} ${error?.code ?? "-"} ${user?.id ?? "-"} ${user?.userType ?? "-"} ${open}`;
}
