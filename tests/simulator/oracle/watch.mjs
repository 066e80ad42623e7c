// What a session may show after what its page was told: looked at from outside, whenever it may have changed.

import { keyOf } from "../deployment/accounts.mjs";
import { Known } from "./known.mjs";
import { checkShape } from "./shape.mjs";
import { describeSignOut } from "./sign-outs.mjs";

/** How often, at least, a session that runs looks at the time. */
const LOOKS_EVERY_MS = 10 * 60 * 1000;

/** How much later than its time a timer may come. */
const TIMER_MS = 2_000;

/** What every session that runs hears of, and looks at the time for. */
const HEARD_BY_ALL = ["focus", "visible", "hidden", "online", "offline", "restored"];

/** The rule that is broken where what is shown was granted before what made that old. */
const RULES = {
  start: "granted",
  "sign-out": "signed-out",
  away: "restored",
  "sign-in": "newest answer",
  "newer answer": "newest answer",
};

/** What must have happened for a session to have ended so. */
const REASONS = {
  "signed-out": ["sign-out"],
  deactivated: ["deactivated"],
  "no-session": ["nobody"],
  ended: ["nobody", "deactivated"],
  expired: ["expired"],
};

export class Watch extends Known {
  #counters;
  #overSinceMs = undefined;
  /** What was found right last, so that it is not looked at again. */
  #found = {};
  #published = 0;
  /** Who was shown last; none once the module was lost. */
  lastShown = undefined;

  constructor(world, client, options, counters) {
    super(world, client, options);
    this.#counters = counters;
  }

  /** Something that no page can know, and is let pass. */
  isUnsure(why) {
    this.#counters.isUnsure(why);
  }

  /** The session was made; `initial` is the meaning of what a server had read for it. */
  opened(initial) {
    if (initial) this.startsWith(initial);
    this.snapshot = this.client.session.snapshot;
    this.looks();
  }

  /** The page is told of a new snapshot, or asks for it. */
  looks() {
    const { snapshot } = this.client.session;
    if (snapshot !== this.snapshot) {
      const before = this.snapshot;
      checkShape(this, before, snapshot);
      this.#checkDoubt(before, snapshot);
      if (this.closed && !this.client.gone)
        this.check(++this.#published === 1, "closed", "it says something after its end");
      // Who is known, and may not be shown any more, is worth a read as soon as the deployment can be reached.
      if (snapshot.status === "unknown" && this.word?.id) this.client.wire.urge();
      this.snapshot = snapshot;
      this.#counters.shows(this.client, snapshot);
      this.world.note("shows", this.client, describe(snapshot));
      if (snapshot.error?.code === "wasm-unavailable") this.client.restarts();
      if (snapshot.status === "unauthenticated") {
        this.#checkEnd(before, snapshot);
        this.forgetsSignIn();
      }
    }
    if (this.closed) {
      this.check(
        snapshot.status === "unknown" && snapshot.error?.code === "closed",
        "closed",
        () => `after its end it shows ${describe(snapshot)}`,
      );
      return;
    }
    if (snapshot.user !== null) {
      this.someoneShown = true;
      this.lastShown = snapshot.user.id;
      this.#checkShown(snapshot);
    }
    this.check(!snapshot.stale || this.readFailed, "stale", "stale, and the newest read did not fail");
  }

  /** Everything that came of it has happened. */
  finishes() {
    this.looks();
    const { snapshot } = this;
    if (this.closed) return;
    // What leaves together with the news of somebody is of that person. It leaves before the news is told.
    for (const record of this.sent) {
      record.shownThen.user ??= snapshot.user?.id;
      record.shownNext = snapshot.user?.id;
    }
    // The same, of an answer that was too old already, so that nothing changed.
    if (this.hasWord && this.word?.id && snapshot.status === "unknown") this.client.wire.urge();
    this.#checkOver();
    if (this.expired && this.ran && !this.wasCalled && HEARD_BY_ALL.includes(this.world.cause))
      this.check(snapshot.user === null, "expiry", "shown after the token's end");
    if (this.heard && this.ran && !this.wasCalled) this.#checkFailure(this.heard, snapshot);
  }

  /** The module could not run, or trapped. */
  restarts() {
    super.restarts();
    this.lastShown = undefined;
  }

  /** The page has been let alone: what is shown may be too old by now. */
  checkAge() {
    const { snapshot, client, options, world } = this;
    const { tab } = client;
    if (this.closed || !client.runs || tab.suspended || snapshot.user === null) return;
    if (tab.toldOnline && !this.readFailed) return;
    const doubtfulMs = tab.toldOnline ? this.readFailedMs : tab.offlineMs;
    const times = [doubtfulMs, tab.resumedMs, world.jumpedMs, client.engineMs];
    const late = world.agenda.monoMs() - Math.max(this.goodMs + options.maxStaleMs, ...times);
    const place = tab.toldOnline ? "its newest read failed" : "the page is offline";
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
    // Whoever is shown after that was read in anew.
    if (this.snapshot.user === null) this.forgetsSignIn();
    else this.check(late <= LOOKS_EVERY_MS, "expiry", () => `shown ${late} ms after the token's end`);
  }

  /** Who is shown, and what they may do, is what the newest answers say, and nobody has signed out since. */
  #checkShown(snapshot) {
    const { user, features } = snapshot;
    const found = this.#found;
    if (found.snapshot === snapshot && found.floor === this.floor) return;
    this.#found = { snapshot, floor: this.floor };
    const key = keyOf(features);
    const named = this.identities.filter(({ id }) => id === user.id);
    const allowed = named.filter((answer) => !this.signOuts.against(answer));
    const fits = this.features.some((granted) => granted.role === user.userType && granted.key === key);
    const shown = () => `shown is ${user.id} ${user.userType} ${key}`;
    if (named.length > 0 && allowed.length === 0) {
      const [answer] = named;
      this.check(
        false,
        "signed-out",
        () => `${shown()}: ${describeSignOut(this.signOuts.against(answer), answer)}`,
      );
    }
    this.check(
      named.length > 0 && fits,
      RULES[this.floor.why],
      () =>
        `${shown()}, which no answer says that was asked for after ${this.floor.at}, the time of the ${this.floor.why}`,
    );
    this.ends.clear();
    const account = this.client.deployment.accounts.find(({ id }) => id === user.id);
    const isAccount = account?.email === user.email && account.name === user.name;
    const source = user.authSource === null || user.authSource === account?.authSource;
    const company = user.company === null || this.companyOf === user.id;
    this.check(isAccount && source && company, "one identity", () => JSON.stringify(user));
  }

  /**
   * Who is shown is so until the back/forward cache, or a time without a good answer, makes that doubtful; or, before an
   * engine runs, an answer of another, or nobody, which the engine is to find, and a sign-in elsewhere.
   */
  #checkDoubt(before, { status, error }) {
    if (before.status !== "authenticated" || status !== "unknown") return;
    const counted = [this.goodClocks, this.engineClocks, this.heard?.record.clocks].filter(Boolean);
    const tooOld = counted.some((clocks) => this.elapsed(clocks) >= this.options.maxStaleMs);
    const restarts = error?.code === "wasm-unavailable" || this.closed;
    const ended = this.ends.has("sign-out") || this.ends.has("another tab's sign-out is over");
    const signedInElsewhere = this.ends.has("another tab's sign-in");
    const takenBack = !this.ran && (signedInElsewhere || this.word?.id !== before.user.id);
    this.check(
      this.away || this.floor.why === "away" || tooOld || restarts || ended || takenBack,
      "doubt",
      () => `unknown, with ${error?.code}`,
    );
  }

  /** Only the deployment's word, a sign-out or the known end makes it unauthenticated. */
  #checkEnd(before, { reason, status }) {
    if (before.status === status && before.reason === reason) return;
    const isOver = reason === "expired" && this.mayBeOver();
    // Until somebody is shown again, it may be said again.
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
