// Checks listeners: each is called at once, then on every change and at no other time, and not after it has unsubscribed.

import { canonical, PASSWORD_CANARY, TOKEN_CANARY } from "../deployment/accounts.mjs";
import { GATES } from "./gates.mjs";
import { isFrozenDeep, isTyped } from "./shape.mjs";

export const EVENTS = [
  "identity-ended",
  "signed-in",
  "signed-out",
  "permissions-changed",
  "cookie-refused",
  "revalidation-failed",
  "expiring",
];
const NEVER = Symbol("never called");

export class Listeners {
  #world;
  #client;
  #counters;
  #entries = [];
  /** The map of features, built from the `permissions-changed` events. */
  #replica;
  /** How many `cookie-refused` events were fired. */
  #refusals = 0;
  /** Whether `signed-out` was fired since a user was last shown. */
  #isSignedOut = false;

  constructor(world, client, counters) {
    this.#world = world;
    this.#client = client;
    this.#counters = counters;
  }

  #check(holds, rule, what) {
    this.#client.watch.check(holds, rule, what);
  }

  /** Adds the oracle's own listeners, before any other. */
  open() {
    const { session, watch } = this.#client;
    this.#replica = new Map(Object.entries(session.permissions.features));
    this.subscribe("snapshot", () => watch.checkSnapshot());
    for (const type of EVENTS) session.addEventListener(type, (event) => this.#checkEvent(event));
  }

  /**
   * Subscribes a listener to `what`: "snapshot", "features", "feature NAME", "reading NAME", or a name of `GATES`. The listener
   * calls `then`. `asObserver`: it is an object with `next`.
   */
  subscribe(what, then = () => {}, asObserver = false) {
    const { session } = this.#client;
    const store = storeOf(session, what);
    const [source, read] = store
      ? [store, () => store.value]
      : what === "features"
        ? [session.permissions, () => session.permissions.features]
        : [session, () => session.snapshot];
    const entry = { what, read, last: NEVER, gone: false, unwanted: false, stop: undefined };
    const next = (value) => {
      this.#check(!entry.gone, "unsubscribed", `${what}: called after it`);
      this.#check(value !== entry.last, "told twice", what);
      this.#check(value === read(), "told late", `${what}: not the newest`);
      entry.last = value;
      then(entry);
    };
    this.#entries.push(entry);
    entry.stop = source.subscribe(asObserver ? { next } : next);
    if (entry.unwanted) this.unsubscribe(entry);
    this.#check(entry.last !== NEVER, "told late", `${what}: not at once`);
    return entry;
  }

  unsubscribe(entry) {
    if (!entry || entry.gone || entry === this.#entries[0]) return;
    // During its first call, `subscribe` has not returned yet: it is unsubscribed afterwards.
    if (!entry.stop) {
      entry.unwanted = true;
      return;
    }
    entry.gone = true;
    entry.stop();
    entry.stop.unsubscribe();
    this.#entries.splice(this.#entries.indexOf(entry), 1);
  }

  /** Picks a random listener, other than the oracle's own. */
  pick(random) {
    return this.#entries.length > 1 ? this.#entries[1 + random.below(this.#entries.length - 1)] : undefined;
  }

  /** Checks that every listener has got the newest value, and that the events add up to the features. */
  checkNewest() {
    for (const entry of this.#entries) {
      this.#check(entry.last === entry.read() || entry.stop === undefined, "not told", entry.what);
      if (entry.what in GATES) this.#checkGate(entry);
    }
    const { features } = this.#client.session.permissions;
    const names = Object.keys(features);
    const same =
      names.length === this.#replica.size &&
      names.every((name) => this.#replica.get(name) === features[name]);
    this.#check(same, "changes", "permissions-changed does not add up to the map");
  }

  #checkGate({ what, read }) {
    const { session, watch } = this.#client;
    const states = watch.catalogue.statesOf(what, session.snapshot);
    this.#check(states.includes(read()), "gates", () => `${what} is ${read()}, and may be ${states}`);
  }

  /** Checks at rest that no gate is still unknown, unless the deployment asked for a long wait. */
  checkRest() {
    const { session, watch } = this.#client;
    if (session.snapshot.status === "unknown" || watch.catalogue.heldBack) return;
    for (const { what, read } of this.#entries)
      if (what in GATES) this.#check(read() !== "unknown", "at rest", () => `${what} waits for ever`);
  }

  #checkEvent({ type, detail }) {
    this.#counters.countEvent(type);
    this.#world.note(
      "event",
      this.#client,
      `${type} ${detail.reason ?? detail.error?.code ?? detail.changes?.length ?? detail.user?.id ?? ""}`,
    );
    this.#check(isFrozenDeep(detail), "frozen", type);
    const text = JSON.stringify(detail);
    this.#check(!text.includes(PASSWORD_CANARY) && !text.includes(TOKEN_CANARY), "secret", () => text);
    if (detail.error) this.#check(isTyped(detail.error), "error", type);
    switch (type) {
      case "identity-ended":
        return this.#client.identities.checkEnd(detail);
      case "signed-in":
        this.#isSignedOut = false;
        return this.#check(Number.isInteger(detail.user?.id), "event", text);
      case "signed-out":
        this.#check(!this.#isSignedOut, "event", "signed out twice");
        this.#isSignedOut = true;
        return;
      case "cookie-refused":
        return this.#check(++this.#refusals === 1, "event", "told of a refused cookie twice");
      case "permissions-changed":
        for (const { feature, previous, current } of detail.changes) {
          this.#check(this.#replica.get(feature) === previous, "changes", feature);
          this.#check(
            canonical(previous) !== canonical(current),
            "no change",
            () => `${feature} is told as changed, and means the same`,
          );
          if (current === undefined) this.#replica.delete(feature);
          else this.#replica.set(feature, current);
        }
        return;
      default:
    }
  }

  /** Notes a snapshot: once a user is shown, `signed-out` may be fired again. */
  noteSnapshot(snapshot) {
    if (snapshot.status === "authenticated") this.#isSignedOut = false;
  }
}

/** Returns the store for `what`, or `undefined` for "snapshot" and "features". */
function storeOf({ permissions, gate }, what) {
  if (what in GATES) return gate(GATES[what]);
  if (what.startsWith("feature ")) return permissions.feature(what.slice(8));
  if (what.startsWith("reading ")) return permissions.reading(what.slice(8));
  return undefined;
}
