// Counts what a run has seen: a state that never occurs was never proven.

import { EVENTS } from "./oracle/listeners.mjs";
import { CODES } from "./oracle/shape.mjs";
import { describe } from "./oracle/watch.mjs";

/** How many states are told apart at most, so that memory stays bounded. */
const MOST_STATES = 2_000_000;

const seen = (names) => Object.fromEntries(names.map((name) => [name, 0]));

export class Counters {
  schedules = 0;
  actions = 0;
  sessions = 0;
  statuses = seen(["unknown", "authenticated", "unauthenticated"]);
  reasons = seen(["no-session", "signed-out", "expired", "deactivated", "ended"]);
  codes = seen(CODES);
  events = seen(EVENTS);
  /** How often a session was looked at when all had come to rest, and how often it could not be. */
  rest = {};
  snapshots = new Set();
  states = new Set();

  shows(client, snapshot) {
    this.statuses[snapshot.status]++;
    if (snapshot.reason) this.reasons[snapshot.reason]++;
    if (snapshot.error) this.codes[snapshot.error.code]++;
    client.described = describe(snapshot);
    if (this.snapshots.size < MOST_STATES) this.snapshots.add(client.described);
    client.subscriptions.shows(snapshot);
  }

  rests(how) {
    this.rest[how] = (this.rest[how] ?? 0) + 1;
  }

  code(code) {
    this.codes[code]++;
  }

  event(type) {
    this.events[type]++;
  }

  /** Counts the state of all tabs together after an action. */
  stands(world) {
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

  /** Returns what was never seen. `not-found` is reserved: `session.fetch` hands a 404 on. */
  missing() {
    return ["statuses", "reasons", "codes", "events"].flatMap((group) =>
      Object.entries(this[group])
        .filter(([name, count]) => count === 0 && name !== "not-found")
        .map(([name]) => `${group}: ${name}`),
    );
  }
}
