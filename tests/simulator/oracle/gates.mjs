// Checks the gates that a page watches: their states follow from what is shown, and from what the deployment said of roles.

import { ROLES } from "../deployment/accounts.mjs";

/** The conditions of each gate, by the name of its listener. */
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

/** The answers that a page got about the role catalogue, and the users they were for. */
export class Catalogue {
  /** The users that the deployment's catalogue came for, and those that it refused one. */
  #shownTo = new Set();
  #refusedTo = new Set();
  /** Whether the deployment asked for a longer wait than a schedule lasts. */
  heldBack = false;

  /** Notes an answer. `users`: the user who was shown as it was asked for, the one as the answer came, and the one that the deployment judged it for. */
  answered({ is, status, retryAfter }, users) {
    const told = is === "roles" ? this.#shownTo : this.#refusedTo;
    if (is === "roles" || (status >= 400 && status < 500)) for (const user of users) told.add(user);
    this.heldBack = (retryAfter?.length ?? 0) > 5;
  }

  /** The states that a gate may have. */
  statesOf(name, { status, user, features }) {
    const { feature = [], atLeast, status: asked } = GATES[name];
    if (name === "gate nothing") return ["denied"];
    if (status === "unknown") return ["unknown"];
    if (asked !== undefined && asked !== status) return ["denied"];
    const isGranted = (one) => Object.hasOwn(features, one) && features[one].enabled === true;
    if (![feature].flat().every(isGranted)) return ["denied"];
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
