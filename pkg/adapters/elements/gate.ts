// `<permission-gate>` and `<session-gate>`: their content shows while all of their conditions are granted.

import type { Gate, GateConditions, GateState } from "platform-session";
import type { Kind } from "./bound-element.js";
import { createGatedSlot } from "./gated-slot.js";
import { isKept } from "./kept.js";

export const gate: Kind = {
  inputs: [
    ["feature", "feature"],
    ["status", "status"],
    // The attribute that a framework's server writes for the property `atLeast`.
    ["atLeast", "atleast"],
    ["atLeast", "at-least"],
    // `anyOf` must be a list. An attribute holds only a text, so it denies.
    ["anyOf", "anyof"],
    ["anyOf", "any-of"],
  ],
  create(element, mark) {
    const { show } = createGatedSlot(element, mark);

    return (session, conditions) => {
      let gate: Gate;
      try {
        // Throws a `TypeError` if the inputs are not valid conditions.
        gate = session.gate(conditions as GateConditions);
      } catch (error) {
        show("denied");
        throw error;
      }
      let state: GateState | undefined;
      // While a `<signed-in>` around it hides its children, the gate keeps its content, so that a draft survives until the user is back.
      const update = () => state && show(state, isKept(element));
      // The session's listener is needed, too: an identity may change, or a `<signed-in>` may hide its children, while the gate's state stays.
      // The gate comes last, because its content may change this element's conditions.
      const unsubscribers = [
        session.subscribe(update),
        gate.subscribe((now) => {
          state = now;
          update();
        }),
      ];
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    };
  },
};
