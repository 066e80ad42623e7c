// A gate's state with its error, as one value, and as a store like the gate.

import type { Gate, GateConditions, GateState, Session, SessionErrorCode } from "platform-session";
import { gateFor, type Store, type ValueOrGetter } from "./follow.js";

/** A gate's state and its error at one moment. */
export type GateReading = ReturnType<typeof gateReading>;

interface Readings extends Store<GateReading> {
  gate: Gate;
}

/** Returns a function that opens a store of gate readings. The store's value is the same object until its state or its error changes. */
export const gateReadingFor =
  (conditions: ValueOrGetter<GateConditions>) =>
  (session: Session, before?: Readings): Readings => {
    const gate = gateFor(conditions)(session, before?.gate);
    if (gate === before?.gate) return before;
    let last: GateReading | undefined;
    const latest = (state: GateState, error: SessionErrorCode | null) => {
      if (state !== last?.state || error !== last.error) last = gateReading(state, error);
      return last;
    };
    return {
      gate,
      subscribe: gate.subscribe,
      get value() {
        return latest(gate.value, gate.error);
      },
      get initial() {
        return latest(gate.initial, null);
      },
    };
  };

export const gateReading = (state: GateState, error: SessionErrorCode | null) =>
  Object.freeze({ state, granted: state === "granted", error });
