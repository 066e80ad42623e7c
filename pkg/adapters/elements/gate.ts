// `<permission-gate>` and `<session-gate>`: what stands in them shows where all that is asked for is granted.

import type { Gate, GateConditions } from "platform-session";
import type { Kind } from "./bound-element.js";
import { createGatedSlot } from "./gated-slot.js";

export const gate: Kind = {
  asks: [
    ["feature", "feature"],
    ["status", "status"],
    // A server that renders the property `atLeast` writes this one.
    ["atLeast", "atleast"],
    ["atLeast", "at-least"],
    // A list, which no attribute holds: a text denies.
    ["anyOf", "anyof"],
    ["anyOf", "any-of"],
  ],
  create(element, mark) {
    const { show, make } = createGatedSlot(element, mark);

    return (session, conditions) => {
      let gate: Gate;
      try {
        // It refuses what is none.
        gate = session.gate(conditions as GateConditions);
      } catch (error) {
        show("denied");
        throw error;
      }
      // A gate that is open to the next user, too, does not change: the session tells of that user.
      const ends = [gate.subscribe(show), session.subscribe(make)];
      return () => {
        for (const end of ends) end();
      };
    };
  },
};
