// The states that gates may have, by the snapshot and by the answers to requests for the roles.

import { ROLES } from "../deployment/accounts.mjs";

/** The gates that pages listen to, by name. */
export const GATES = {
  "gate feature": { feature: "chat-history" },
  "gate features": { feature: ["chat-history", "only-here"] },
  "gate signed in": { status: "authenticated" },
  "gate signed out": { status: "unauthenticated" },
  "gate expert": { atLeast: "expert" },
  "gate default": { atLeast: "default" },
  "gate expert with feature": { feature: "only-here", atLeast: "expert" },
  "gate nothing": {},
};

const rankOf = (name) => ROLES.find((role) => role.name === name).rank;

/** The answers that a page got to requests for the role catalogue, by user. */
export class Catalogue {
  /** The ids of the users under which the catalogue arrived. */
  #shownTo = new Set();
  /** The ids of the users under which the deployment refused it. */
  #refusedTo = new Set();
  /** Whether a `Retry-After` is longer than a schedule lasts. */
  heldBack = false;

  /** Notes an answer. `users` are the users it may count for: those shown at the request and at the answer, and the one that the deployment saw. */
  noteAnswer({ is, status, retryAfter }, users) {
    const ids = is === "roles" ? this.#shownTo : this.#refusedTo;
    if (is === "roles" || (status >= 400 && status < 500)) for (const user of users) ids.add(user);
    this.heldBack = (retryAfter?.length ?? 0) > 5;
  }

  /** Returns the states that a gate may have with this snapshot. */
  statesOf(name, { status, user, features }) {
    const { feature = [], atLeast, status: wanted } = GATES[name];
    if (name === "gate nothing") return ["denied"];
    if (status === "unknown") return ["unknown"];
    if (wanted !== undefined && wanted !== status) return ["denied"];
    const isEnabled = (name) => Object.hasOwn(features, name) && features[name].enabled === true;
    if (![feature].flat().every(isEnabled)) return ["denied"];
    if (atLeast === undefined) return ["granted"];
    if (user === null) return ["denied"];
    if (user.userType === atLeast) return ["granted"];
    const states = ["unknown"];
    if (this.#shownTo.has(user.id))
      states.push(rankOf(user.userType) >= rankOf(atLeast) ? "granted" : "denied");
    if (this.#refusedTo.has(user.id)) states.push("denied");
    return states;
  }
}
