// Checks that a session shows only what it may after what its page was told: from outside, whenever it may have changed.

import { keyOf } from "../deployment/accounts.mjs";
import { Catalogue } from "./gates.mjs";
import { checkShape } from "./shape.mjs";
import { passed, Told } from "./told.mjs";

/** How often a session that runs looks at the time, at least. */
const LOOKS_EVERY_MS = 10 * 60 * 1000;

/** The events at which every session that runs looks at the time. */
const EVENTS_OF_ALL = ["focus", "visible", "hidden", "online", "offline", "restored"];

/** How much later than its time a timer may come. */
const TIMER_MS = 2_000;

/** How long before a session began its document may have asked for it, at most. */
const PRELOADED_MS = 60_000;

/** The rule that is broken where a user is shown that no answer has named since, by what the page was told. */
const RULES = { start: "granted", "sign-out": "signed-out", away: "restored" };

/** For each reason of an end, what must have happened. */
const REASONS = {
  "signed-out": ["sign-out"],
  deactivated: ["deactivated"],
  "no-session": ["no-session"],
  ended: ["no-session", "deactivated"],
};

export class Watch extends Told {
  catalogue = new Catalogue();
  snapshot = undefined;
  /** Whether a user was shown in this script. */
  userShown = false;
  /** The snapshot as this script began; and whether an engine ran by then. */
  before = undefined;
  ran = false;
  engineBegan = false;
  #counters;
  /** The request of the newest answer that was shown for certain: of a user, and of features. */
  #shown = { user: 0, features: 0 };
  /** Since when the session says that it is stale. */
  #staleMs = 0;
  #overSinceMs = undefined;
  #published = 0;

  constructor(world, client, options, counters) {
    super(world, client, options);
    this.#counters = counters;
  }

  /** Notes that the session was made. */
  opened() {
    this.snapshot = this.client.session.snapshot;
    // It may begin with a sign-out of another session of its page.
    if (this.world.hasSignedOut(this.client)) this.ends.add("sign-out");
    this.looks();
  }

  /** Notes that a script of this client begins to run. */
  begins() {
    this.answer = undefined;
    this.wasCalled = this.hasFailed = this.engineBegan = false;
    this.ran = this.client.runs;
    this.sent = [];
    this.before = this.snapshot;
    this.userShown = this.snapshot?.user != null;
  }

  /** Checks a snapshot, as the page is told of it, or asks for it. */
  looks() {
    const { client } = this;
    const { snapshot } = client.session;
    client.identities.looks(snapshot);
    if (snapshot !== this.snapshot) {
      const before = this.snapshot;
      checkShape(this, before, snapshot);
      if (this.closed && !client.gone)
        this.check(++this.#published === 1, "closed", "it says something after its end");
      if (snapshot.stale && !before.stale) this.#staleMs = this.world.agenda.monoMs();
      this.snapshot = snapshot;
      this.#counters.shows(client, snapshot);
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

  /** Checks a script at its end, once everything that came of it has happened. */
  finishes() {
    if (this.hasFailed) this.fails();
    this.looks();
    const { snapshot, client } = this;
    if (this.closed) return client.identities.checkClosed();
    // What leaves in the step in which a user is found is of that user. It leaves before the user is shown.
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
    this.#checkOver();
    if (this.world.running === client && this.answer && this.ran) this.#takes(this.answer, snapshot);
  }

  /** Checks an answer: a failed request changes nothing of what is known; a good one that is shown has a date. */
  #takes({ record, meaning }, snapshot) {
    const { before } = this;
    const isRead = record.kind === "session";
    if (isRead && meaning.is !== "failure" && !snapshot.stale) this.readFailed = false;
    if (isRead && meaning.is === "identity" && snapshot.user?.id === meaning.account.id)
      this.shownDateMs = record.dateMs ?? 0;
    const isFailed = meaning.is === "failure" && (isRead || record.kind === "login");
    if (!isFailed || this.wasCalled || this.mayBeOver()) return;
    // What is shown goes once it is too old: not before the page is as old.
    const mayGo = passed(this.began, this.world.clocks()) + PRELOADED_MS >= this.options.maxStaleMs;
    if (snapshot.status === "unknown" && mayGo) return;
    const same = ["status", "user", "features"].every((name) => snapshot[name] === before[name]);
    this.check(same, "failure keeps", () => `${describe(before)} became ${describe(snapshot)}`);
  }

  /** Checks that what is shown is not too old, after the page has been let alone. */
  checkAge() {
    const { snapshot, client, options, world } = this;
    const { tab } = client;
    if (this.closed || !client.runs || tab.suspended || snapshot.user === null) return;
    const isCutOff = !tab.toldOnline && this.reachedMs < tab.offlineMs;
    if (!isCutOff && !snapshot.stale) return;
    const doubtfulMs = isCutOff ? tab.offlineMs : this.#staleMs;
    const times = [doubtfulMs, tab.resumedMs, world.jumpedMs, client.engineMs];
    const late = world.agenda.monoMs() - Math.max(this.goodClocks.mono + options.maxStaleMs, ...times);
    const place = isCutOff ? "the page is offline" : "its newest read failed";
    this.check(
      late <= TIMER_MS,
      "too old",
      () => `shown ${late} ms after the time for which it may be, while ${place}`,
    );
  }

  /** Checks that the session ends soon after the end that it has told, however a machine's timers fare while it sleeps. */
  #checkOver() {
    const { before, snapshot, world } = this;
    const { expiresAt } = snapshot;
    const { wall, mono } = world.clocks();
    const isLooked =
      world.running === this.client && this.ran && !this.wasCalled && EVENTS_OF_ALL.includes(world.cause);
    const wasOver = before?.expiresAt != null && wall >= before.expiresAt;
    this.check(!isLooked || !wasOver || snapshot.user === null, "expiry", "shown after the token's end");
    if (expiresAt === null || wall < expiresAt) this.#overSinceMs = undefined;
    else this.#overSinceMs ??= mono;
    if (this.#overSinceMs === undefined) return;
    const late = mono - Math.max(this.#overSinceMs, this.client.tab.resumedMs, this.world.jumpedMs);
    this.check(late <= LOOKS_EVERY_MS, "expiry", () => `shown ${late} ms after the token's end`);
  }

  /** Checks that an answer has granted what is shown, to a request since the page was told to forget; and that no later answer was shown before. */
  #checkShown({ user, features }) {
    const key = keyOf(features);
    const shown = () =>
      `shown is ${user.id} ${user.userType} ${key}, since ${this.forgot.at} (${this.forgot.why})`;
    const named = this.grants.filter(({ id, role }) => id === user.id && role === user.userType);
    const granted = this.grants.filter(
      ({ id = user.id, role, key: of }) => id === user.id && role === user.userType && of === key,
    );
    this.check(named.length > 0 && granted.length > 0, RULES[this.forgot.why], shown);
    const isNew = (grants, at) => grants.find(({ seq }) => seq >= at)?.seq;
    const next = { user: isNew(named, this.#shown.user), features: isNew(granted, this.#shown.features) };
    this.check(next.user && next.features, "order", () => `${shown()}, after an answer to a later request`);
    if (next.user && next.features) this.#shown = next;
    const account = this.client.deployment.accounts.find(({ id }) => id === user.id);
    const isAccount = account?.email === user.email && account.name === user.name;
    const source = user.authSource === null || user.authSource === account?.authSource;
    const company = user.company === null || this.companyOf === user.id;
    this.check(isAccount && source && company, "one identity", () => JSON.stringify(user));
  }

  /** Checks that only the deployment's word, a sign-out or the known end makes the session unauthenticated. */
  #checkEnd(before, { reason, status }) {
    if (before.status === status && before.reason === reason) return;
    const holds = reason === "expired" ? this.mayBeOver() : REASONS[reason].some((end) => this.ends.has(end));
    this.check(
      holds,
      "ended",
      () => `unauthenticated, ${reason}, after ${[...this.ends].join(" and ") || "nothing"}`,
    );
  }
}

/** Returns a snapshot in one line. */
export function describe({ status, reason, stale, error, user, features }) {
  const open = Object.keys(features).filter((name) => features[name].enabled);
  return `${status} ${reason ?? "-"} ${stale ? "stale" : "fresh"} ${error?.code ?? "-"} ${user?.id ?? "-"} ${user?.userType ?? "-"} ${open}`;
}
