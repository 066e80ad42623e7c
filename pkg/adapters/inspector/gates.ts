// The gates and readings that the page holds, with what they ask for. The root keeps each by a text that says so (`gate.ts`, `keyOf`).

import type { GateState, PermissionReading } from "platform-session";
import type { Asked } from "../../entry/gate.js";
import type { Inspected } from "./inspected.js";

/** The preview watches the catalogue by a gate of its own, which is not shown. */
export const WATCHING = "platform-session/inspector";

export interface Held {
  key: string;
  asked: Asked;
  state: GateState;
  /** Whether the gate has a listener. */
  isListened: boolean;
  /** Whether this is a reading of `permissions.reading`, and no gate. */
  isReading: boolean;
}

/** A key after `JSON.parse`, as `keyOf` makes it. A condition that is not asked for is 0. */
type Parsed = [features?: string[], atLeast?: string | 0, status?: string | 0, anyOf?: Parsed[]];

export function heldGates({ stores }: Inspected): Held[] {
  const held: Held[] = [];
  for (const [key, reference] of stores.byKey) {
    const store = reference.deref();
    const asked = store && askedBy(key);
    if (!asked || asked.atLeast === WATCHING) continue;
    // A store with such a key is a gate or a reading.
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

/** Returns what a key asks for; nothing where it is the key of a feature's bare entry, which has no state. */
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

/** The conditions in a line, as a page writes them. */
export function conditionsOf({ never, features, atLeast, status, anyOf }: Asked): string {
  if (never) return "no condition that can hold";
  const parts = [...features.map((name) => `feature ${name}`)];
  if (atLeast) parts.push(`at least ${atLeast}`);
  if (status) parts.push(status);
  if (anyOf.length > 0) parts.push(`any of (${anyOf.map(conditionsOf).join(", ")})`);
  return parts.join(" · ");
}
