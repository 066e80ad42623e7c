// Gates: reads the conditions of a gate, and tells whether they are met.

import type {
  Gate,
  GateConditions,
  GateState,
  Role,
  SessionErrorCode,
  SessionSnapshot,
  User,
} from "../index.js";
import type { Stores } from "./feature-listeners.js";

/** The conditions of a gate, read once. */
export interface Asked {
  /** Whether the gate is always denied: it has no condition, or one that is unknown to this version. */
  never: boolean;
  features: readonly string[];
  atLeast?: string | undefined;
  status?: string | undefined;
  /** If the list is not empty, one of its members must be granted. None of them is `never`. */
  anyOf: readonly Asked[];
}

/** The values that a gate's state depends on. */
export interface Known {
  snapshot: SessionSnapshot;
  /** The role catalogue; `null`: not read. */
  roles: readonly Role[] | null;
  /** Why the deployment does not show the roles. */
  refusal: SessionErrorCode | null;
}

/**
 * Makes `session.gate`. `stores` has one gate for all equal conditions. `known` returns the current values, and `initial` those with which
 * the session was created.
 */
export function createGates(stores: Stores, known: () => Known, initial: () => Known) {
  return (conditions: GateConditions): Gate => {
    const asked = readConditions(conditions);
    return stores.open(keyOf(asked), () => ({
      readable: {
        get value() {
          return stateOf(asked, known());
        },
        get granted() {
          return stateOf(asked, known()) === "granted";
        },
        get initial() {
          return stateOf(asked, initial());
        },
        get error() {
          const now = known();
          // The refusal is the gate's error only if the gate would be unknown without it.
          const isRefused =
            stateOf(asked, now) === "denied" && stateOf(asked, { ...now, refusal: null }) === "unknown";
          return isRefused ? now.refusal : null;
        },
      },
      features: featuresOf(asked),
      user: true,
      catalogue: withNested(asked).some(({ atLeast }) => atLeast !== undefined),
    }));
  };
}

const NAMES = ["feature", "atLeast", "status", "anyOf"];

/** The conditions for which a list may be given. */
const LISTS = ["feature", "anyOf"];

/** Returns the conditions, and those in their `anyOf`, at any depth. */
const withNested = (asked: Asked): Asked[] => [asked, ...asked.anyOf.flatMap(withNested)];

/** Returns the features that the conditions ask for, also within `anyOf`. */
export const featuresOf = (asked: Asked): string[] => withNested(asked).flatMap(({ features }) => features);

/** Reads each condition once. Throws a `TypeError` that names a condition of a wrong type. */
export function readConditions(conditions: unknown): Asked {
  if (Object(conditions) !== conditions || typeof conditions === "function")
    throw new TypeError("conditions must be an object");
  const names = Object.keys(conditions as object);
  let never = names.length === 0;
  /** Returns the values of the condition with this name; an empty list where it is not given. */
  const read = (name: string): unknown[] => {
    if (!names.includes(name)) {
      // An inherited condition (such as a class's accessor), or one that is not enumerable, is not read: the gate is denied.
      never ||= hasProperty(conditions as object, name);
      return [];
    }
    const given = (conditions as Record<string, unknown>)[name];
    // By spreading, a hole in the list becomes `undefined`.
    const list = LISTS.includes(name) && Array.isArray(given) ? [...given] : [given];
    never ||= list.length === 0 || !list.every(Boolean);
    return list;
  };
  const readNames = (name: string) => {
    const list = read(name);
    for (const value of list) {
      if (value !== undefined && typeof value !== "string") throw new TypeError(`${name} must be a name`);
    }
    // If the list has an `undefined`, `never` is set by now, and the list is not used.
    return list as string[];
  };
  const features = [...new Set(readNames("feature"))].sort();
  const [[atLeast], [status]] = ["atLeast", "status"].map(readNames) as [string[], string[]];
  const anyOf = read("anyOf")
    .filter(Boolean)
    .map(readConditions)
    .filter((each) => !each.never);
  never ||= names.includes("anyOf") && anyOf.length === 0;
  // A gate with an unknown enumerable key is denied. Keys that are not enumerable are ignored, because frameworks add some.
  never ||= !Reflect.ownKeys({ ...(conditions as object) }).every((name) => NAMES.includes(name as string));
  return never ? { never, features: [], anyOf: [] } : { never, features, atLeast, status, anyOf };
}

/** Whether the conditions have that property, or inherit it from a class. A property on `Object.prototype` is no condition. */
function hasProperty(conditions: object, name: string): boolean {
  for (let at = conditions; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, name)) return true;
  return false;
}

/**
 * Returns a text that is the same for equal conditions. Each string is made JSON on its own: for a list, `JSON.stringify` would call a `toJSON`
 * that the page has put on a prototype, and all gates could have one key.
 */
export const keyOf = ({ never, features, atLeast, status, anyOf }: Asked): string =>
  never
    ? "[]"
    : `[[${features.map(quote).join()}],${quote(atLeast)},${quote(status)},[${anyOf.map(keyOf).sort().join()}]]`;

const quote = (name: string | undefined) => JSON.stringify(name ?? 0);

/** Returns "denied" if one condition is denied; else "unknown" while one is unknown; else "granted". `anyOf` counts as its best member. */
export function stateOf(asked: Asked, known: Known): GateState {
  const state = ownStateOf(asked, known);
  const states = asked.anyOf.map((each) => stateOf(each, known));
  if (state === "denied" || states.length === 0 || states.includes("granted")) return state;
  return states.includes("unknown") ? "unknown" : "denied";
}

/** Returns the state that follows from all conditions but `anyOf`. */
function ownStateOf(
  { never, features, atLeast, status }: Asked,
  { snapshot, roles, refusal }: Known,
): GateState {
  if (never) return "denied";
  if (snapshot.status === "unknown") return "unknown";
  if (status !== undefined && status !== snapshot.status) return "denied";
  for (const name of features) if (snapshot.features[name]?.enabled !== true) return "denied";
  if (atLeast === undefined || ranksAtLeast(snapshot.user, atLeast, roles ?? [])) return "granted";
  return snapshot.user && !roles && !refusal ? "unknown" : "denied";
}

/** Whether the user's role is `role`, or ranks at least as high in the catalogue. */
export function ranksAtLeast(user: User | null, role: string, roles: readonly Role[]): boolean {
  if (!user || role === "") return false;
  /** Returns `undefined` for a role that is not listed; every comparison with that is false. */
  const rank = (name: string) => roles.find((known) => known.name === name)?.rank as number;
  return user.userType === role || rank(user.userType) >= rank(role);
}
