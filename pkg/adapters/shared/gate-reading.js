// A gate with all that it says, as a store like the gate.

import { gateFor } from "./follow.js";

/** What opens it for these conditions, as `gateFor` does. Its value is the same object until something in it has changed. */
export const gateReadingFor = (conditions) => (session, before) => {
  const gate = gateFor(conditions)(session, before?.gate);
  if (gate === before?.gate) return before;
  let last;
  const reading = (state, error) => {
    if (state !== last?.state || error !== last.error) last = gateReading(state, error);
    return last;
  };
  return {
    gate,
    subscribe: gate.subscribe,
    get value() {
      return reading(gate.value, gate.error);
    },
    get initial() {
      return reading(gate.initial, null);
    },
  };
};

export const gateReading = (state, error) => Object.freeze({ state, granted: state === "granted", error });
