// What a session may show after what it heard: looked at from outside, whenever it may have changed.

import { keyOf } from "../deployment/accounts.mjs";
import { Heard } from "./heard.mjs";
import { checkShape } from "./shape.mjs";

/** How often, at least, a session that runs looks at the time. */
const LOOKS_EVERY_MS = 10 * 60 * 1000;

/** What every session that runs hears of, and looks at the time for. */
const HEARD_BY_ALL = ["focus", "visible", "hidden", "online", "offline", "restored"];

export class Watch extends Heard {
  #counters;
  #wasUnauthenticated = false;
  #oldestShown = 0;
  #shownEpoch = 0;
  /** Since when script has run after the token's end. */
  #overSinceMs = undefined;

  constructor(world, client, options, counters) {
    super(world, client, options);
    this.#counters = counters;
  }

  /** The session was made; `initial` is the meaning of what a server had read for it. */
  opened(initial) {
    // It was read before anything was asked here.
    if (initial) this.grant(this.epoch, initial);
    this.lastWord = initial;
    this.lastGood = this.world.clocks();
    this.snapshot = this.client.session.snapshot;
    this.#wasUnauthenticated = this.snapshot.status === "unauthenticated";
    this.seenUnauthenticated = this.#wasUnauthenticated;
    this.looks();
  }

  /** The page is told of a new snapshot, or asks for it. */
  looks() {
    const { snapshot } = this.client.session;
    if (snapshot !== this.snapshot) {
      checkShape(this, this.snapshot, snapshot);
      this.#checksDoubt(this.snapshot, snapshot);
      this.snapshot = snapshot;
      this.#counters.shows(this.client, snapshot);
      this.world.note("shows", this.client, describe(snapshot));
      if (snapshot.error?.code === "wasm-unavailable") this.restarts();
    }
    if (snapshot.status === "authenticated") this.#checksIdentity(snapshot);
    this.check(!this.shut || snapshot.user === null, "restored", "open before the deployment has spoken");
    this.#checksEnd(snapshot);
    this.check(!snapshot.stale || this.readFailed, "stale", "stale, and the newest read did not fail");
  }

  /** Everything that came of it has happened. */
  ends() {
    this.looks();
    const { snapshot } = this;
    if (this.world.cause === "restored" && this.ran) this.client.wire.checkRestored(this.wasCalled);
    this.#checksOver();
    if (this.client.runs) this.nothingIsQueued();
    if (this.heard) this.#notesPermissions(this.heard, snapshot);
    // A module that has just begun takes up what was called and heard before.
    if (this.closed || !this.ran) return;
    if (this.expired && !this.wasCalled && HEARD_BY_ALL.includes(this.world.cause)) {
      this.check(snapshot.user === null, "expiry", "shown after the token's end");
    }
    if (this.heard && !this.wasCalled) this.#checksAnswer(this.heard, snapshot);
    if (snapshot.status === "unauthenticated" && !this.carries) this.forgetSignIn();
  }

  /** The token's end is noticed soon, however a machine's timers fare while it sleeps. */
  #checksOver() {
    const now = this.world.agenda.monoMs();
    if (!this.isOver()) this.#overSinceMs = undefined;
    else this.#overSinceMs ??= now;
    if (this.#overSinceMs === undefined || this.closed) return;
    const since = Math.max(this.#overSinceMs, this.client.tab.resumedMs, this.world.jumpedMs);
    const noticed = this.snapshot.user === null || now - since <= LOOKS_EVERY_MS;
    this.check(noticed, "expiry", () => `shown ${now - since} ms after the token's end`);
  }

  /** One identity of this epoch, named by the deployment, no older than what was shown; nobody who signed out. */
  #checksIdentity({ user, features }) {
    this.check(!this.blocks(user.id), "signed-out", "shown after the sign-out");
    const key = keyOf(features);
    const fits = this.grants.filter(
      (grant) =>
        (grant.seq >= this.epoch || grant === this.epochGrant) &&
        (grant.account === null || grant.account.id === user.id) &&
        grant.role === user.userType &&
        grant.key === key,
    );
    this.check(
      fits.length > 0,
      "granted",
      () => `shown, and never granted in this epoch: ${user.id} ${user.userType} ${key}`,
    );
    const account = this.client.deployment.accounts.find(({ id }) => id === user.id);
    const isAccount = account?.email === user.email && account.name === user.name;
    const source = user.authSource === null || user.authSource === account?.authSource;
    const company = user.company === null || this.companyOf === user.id;
    this.check(isAccount && source && company, "one identity", () => JSON.stringify(user));
    const seqs = fits.map(({ seq }) => seq);
    if (this.#shownEpoch === this.epoch) {
      this.check(Math.max(...seqs) >= this.#oldestShown, "order", "an older answer overwrote a newer one");
    }
    this.#shownEpoch = this.epoch;
    this.#oldestShown = Math.min(...seqs);
    this.known = user.id;
  }

  /** Who is shown is so until the back/forward cache, or a time without a good answer, makes that doubtful. */
  #checksDoubt(before, { status, error }) {
    if (before.status !== "authenticated" || status !== "unknown") return;
    // What is heard now may be no word on who was shown before.
    const tooOld = this.doubtful || this.isTooOld();
    const restarts = error?.code === "wasm-unavailable";
    this.check(this.shut || tooOld || restarts, "doubt", () => `unknown, with ${error?.code}`);
  }

  /** Only the deployment's word, a sign-out or the known end makes it unauthenticated. */
  #checksEnd({ status }) {
    if (status !== "unauthenticated") {
      this.#wasUnauthenticated = false;
      return;
    }
    const word = ["nobody", "deactivated"].includes(this.lastWord?.is);
    if (!this.#wasUnauthenticated) {
      this.check(
        word || this.hidden !== null || this.expired || this.signOutQueued,
        "ended",
        "unauthenticated without a word",
      );
      if (this.hidden === null) this.begin(undefined, this.tick);
    }
    this.#wasUnauthenticated = true;
    this.seenUnauthenticated = true;
    this.known = null;
  }

  /** What the newest answer says is what is shown; where it says nothing, what was known stays. */
  #checksAnswer({ record, meaning }, snapshot) {
    const { before } = this;
    if (meaning.is === "failure" && (record.kind === "session" || record.kind === "login")) {
      const fell = snapshot.status === "unknown" && before.status === "authenticated";
      if (!this.expired && !fell) {
        this.check(
          snapshot.status === before.status &&
            snapshot.user === before.user &&
            snapshot.features === before.features,
          "failure keeps",
          () => `${describe(before)} became ${describe(snapshot)}`,
        );
      }
      if (record.kind === "session" && record.seq > this.newestPermissions) {
        this.check(
          snapshot.error?.code === meaning.code || this.expired,
          "failure told",
          () => `${meaning.code}, and shown is ${describe(snapshot)}`,
        );
        this.check(snapshot.stale === (snapshot.status !== "unknown") || this.expired, "failure marks", () =>
          describe(snapshot),
        );
      }
    }
    if (record.kind === "logout" && meaning.is === "failure") {
      this.check(snapshot.status === "unknown", "sign-out failed", () => describe(snapshot));
    }
    if (meaning.is === "signed-in" || (meaning.is === "identity" && !this.unsure)) {
      const shown = snapshot.user?.id === meaning.account.id && keyOf(snapshot.features) === meaning.key;
      this.check(
        shown || this.isOver() || this.expired,
        "answer shown",
        () => `${meaning.account.id} ${meaning.key}, and shown is ${describe(snapshot)}`,
      );
      this.check(!snapshot.stale, "answer shown", "stale after a good answer");
    }
    if (meaning.is === "deactivated")
      this.check(snapshot.reason === "deactivated" || this.expired, "answer shown", () => describe(snapshot));
    if (meaning.is === "nobody") this.#checksNobody(this.heard, before, snapshot);
  }

  /** An answer that is shown is newer than every session read that left before it. */
  #notesPermissions({ record, meaning }, { user, features }) {
    if (meaning.is === "permissions" && user?.userType === meaning.role && keyOf(features) === meaning.key) {
      this.newestPermissions = Math.max(this.newestPermissions, record.seq);
    }
  }

  #checksNobody({ refuses }, before, snapshot) {
    if (refuses) {
      if (this.carries) {
        // What had been stale for too long by then is shown again once the token has been asked.
        const doubtful = before.stale && snapshot.status === "unknown";
        this.check(
          snapshot.user === before.user || doubtful,
          "cookie refused",
          "the token carries the session",
        );
        return;
      }
      this.check(
        this.expired || (snapshot.error?.code === "cookie-refused" && snapshot.reason === "ended"),
        "cookie refused",
        () => describe(snapshot),
      );
    }
    this.check(
      snapshot.status === "unauthenticated" || this.carries,
      "answer shown",
      () => `nobody, and shown is ${describe(snapshot)}`,
    );
  }
}

/** A snapshot in one line. */
export function describe({ status, reason, stale, error, user, features }) {
  const open = Object.keys(features).filter((name) => features[name].enabled);
  return `${status} ${reason ?? "-"} ${stale ? "stale" : "fresh"} ${error?.code ?? "-"} ${user?.id ?? "-"} ${user?.userType ?? "-"} ${open}`;
}
