// `<permission-gate>` and `<session-gate>`: what stands in them shows where all that is asked for is granted.

import type { Gate, GateConditions, GateState } from "platform-session";
import type { Kind } from "./bound-element.js";
import { createGatedSlot } from "./gated-slot.js";
import { isKept } from "./kept.js";

export const gate: Kind = {
  asks: [
    ["feature", "feature"],
    ["status", "status"],
    // A server that renders the property `atLeast` writes this one.
    ["atLeast", "atleast"],
    ["atLeast", "at-least"],
    // `anyOf` is a list, which no attribute holds: a text denies.
    ["anyOf", "anyof"],
    ["anyOf", "any-of"],
  ],
  create(element, mark) {
    const { show } = createGatedSlot(element, mark);

    return (session, conditions) => {
      let gate: Gate;
      try {
        // `session.gate` throws where these are no conditions.
        gate = session.gate(conditions as GateConditions);
      } catch (error) {
        show("denied");
        throw error;
      }
      let state: GateState | undefined;
      // While a `<signed-in>` around is hidden, the gate goes on showing the same, so that a draft in it is there when its user is back.
      const look = () => state && show(state, isKept(element));
      // A gate that is open to the next user, too, or closed to the same user who is back, does not call its listeners; the session does.
      // The gate comes last: what it shows may have this element ask for something else.
      const ends = [
        session.subscribe(look),
        gate.subscribe((now) => {
          state = now;
          look();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    };
  },
};
