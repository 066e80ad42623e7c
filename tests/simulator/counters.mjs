// Counts what a run has seen: the oracle has proven nothing about a state that never occurs.

import { EVENTS } from "./oracle/listeners.mjs";
import { CODES } from "./oracle/shape.mjs";
import { describe } from "./oracle/watch.mjs";

/** How many distinct states are kept at most, so that memory stays bounded. */
const MOST_STATES = 2_000_000;

const zeroOf = (names) => Object.fromEntries(names.map((name) => [name, 0]));

export class Counters {
  schedules = 0;
  actions = 0;
  sessions = 0;
  statuses = zeroOf(["unknown", "authenticated", "unauthenticated"]);
  reasons = zeroOf(["no-session", "signed-out", "expired", "deactivated", "ended"]);
  codes = zeroOf(CODES);
  events = zeroOf(EVENTS);
  /** How many sessions were checked at rest, and how many could not be, by reason (`oracle/rest.mjs`). */
  rest = {};
  snapshots = new Set();
  states = new Set();

  countSnapshot(client, snapshot) {
    this.statuses[snapshot.status]++;
    if (snapshot.reason) this.reasons[snapshot.reason]++;
    if (snapshot.error) this.codes[snapshot.error.code]++;
    client.described = describe(snapshot);
    if (this.snapshots.size < MOST_STATES) this.snapshots.add(client.described);
    client.subscriptions.noteSnapshot(snapshot);
  }

  countRest(how) {
    this.rest[how] = (this.rest[how] ?? 0) + 1;
  }

  countCode(code) {
    this.codes[code]++;
  }

  countEvent(type) {
    this.events[type]++;
  }

  /** Counts the state of all tabs together after an action. */
  countState(world) {
    if (this.states.size >= MOST_STATES) return;
    this.states.add(world.clients.map(({ described, closed }) => (closed ? "closed" : described)).join("|"));
  }

  add(other) {
    for (const name of ["schedules", "actions", "sessions"]) this[name] += other[name];
    for (const group of ["statuses", "reasons", "codes", "events", "rest"]) {
      for (const [name, count] of Object.entries(other[group]))
        this[group][name] = (this[group][name] ?? 0) + count;
    }
    for (const group of ["snapshots", "states"]) for (const state of other[group]) this[group].add(state);
    return this;
  }

  /** Returns the names that were never counted. `not-found` is a reserved code: `session.fetch` resolves with a 404. */
  missing() {
    return ["statuses", "reasons", "codes", "events"].flatMap((group) =>
      Object.entries(this[group])
        .filter(([name, count]) => count === 0 && name !== "not-found")
        .map(([name]) => `${group}: ${name}`),
    );
  }
}
