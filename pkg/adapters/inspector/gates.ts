// The gates and readings that the page holds, with their conditions. The session stores each under a key, from which the conditions are read
// (`keyOf` in `pkg/entry/gate.ts`).

import type { GateState, PermissionReading } from "platform-session";
import type { Asked } from "../../entry/gate.js";
import type { Inspected } from "./inspected.js";

/** The role of the gate by which a preview watches the role catalogue. That gate is not shown. */
export const WATCHING = "platform-session/inspector";

export interface Held {
  key: string;
  asked: Asked;
  state: GateState;
  /** Whether the gate has a listener. */
  isListened: boolean;
  /** Whether this is a reading of `permissions.reading` and not a gate. */
  isReading: boolean;
}

/** The key of a gate, parsed as JSON. A condition that is not given is 0; a gate that never opens has an empty list. */
type Parsed = [features?: string[], atLeast?: string | 0, status?: string | 0, anyOf?: Parsed[]];

export function heldGates({ stores }: Inspected): Held[] {
  const held: Held[] = [];
  for (const [key, reference] of stores.byKey) {
    const store = reference.deref();
    const asked = store && askedBy(key);
    if (!asked || asked.atLeast === WATCHING) continue;
    // The cast: a store with conditions in its key is a gate or a reading.
    const { value } = store.readable as { value: GateState | PermissionReading };
    const isReading = typeof value !== "string";
    held.push({
      key,
      asked,
      state: isReading ? value.state : value,
      isListened: stores.listened.has(store),
      isReading,
    });
  }
  return held;
}

/** Returns the conditions of a key: "r" and a feature is a reading, JSON is a gate. Any other key belongs to a feature's entry, without a state. */
function askedBy(key: string): Asked | undefined {
  if (key.startsWith("r")) return { never: false, features: [key.slice(1)], anyOf: [] };
  if (!key.startsWith("[")) return undefined;
  return askedIn(JSON.parse(key));
}

const askedIn = ([features, atLeast, status, anyOf = []]: Parsed): Asked => ({
  never: features === undefined,
  features: features ?? [],
  atLeast: atLeast || undefined,
  status: status || undefined,
  anyOf: anyOf.map(askedIn),
});

/** Returns the conditions as one line. */
export function conditionsOf({ never, features, atLeast, status, anyOf }: Asked): string {
  if (never) return "no condition that can hold";
  const parts = [...features.map((name) => `feature ${name}`)];
  if (atLeast) parts.push(`at least ${atLeast}`);
  if (status) parts.push(status);
  if (anyOf.length > 0) parts.push(`any of (${anyOf.map(conditionsOf).join(", ")})`);
  return parts.join(" · ");
}
