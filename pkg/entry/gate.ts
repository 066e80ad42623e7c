// Gates: whether all that is asked for is granted.

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
  /** A condition is missing, or unknown to this version: never granted. */
  never: boolean;
  features: readonly string[];
  atLeast?: string | undefined;
  status?: string | undefined;
  /** If the list is not empty, one of these at least must hold. None of them is `never`. */
  anyOf: readonly Asked[];
}

/** All that a gate's state depends on. */
export interface Known {
  snapshot: SessionSnapshot;
  /** The role catalogue; `null`: not read. */
  roles: readonly Role[] | null;
  /** Why the deployment does not show the roles. */
  refusal: SessionErrorCode | null;
}

/**
 * Makes `session.gate`. `stores` keeps a store for all conditions that ask for the same; `known` gives what is known now, and `initial` what
 * was known when the session was created.
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
          // The refusal counts if the gate would be unknown without it.
          const isRefused =
            stateOf(asked, now) === "denied" && stateOf(asked, { ...now, refusal: null }) === "unknown";
          return isRefused ? now.refusal : null;
        },
      },
      features: featuresOf(asked),
      identity: true,
      catalogue: all(asked).some(({ atLeast }) => atLeast !== undefined),
    }));
  };
}

const NAMES = ["feature", "atLeast", "status", "anyOf"];

/** The conditions for which a list may be given. */
const LISTS = ["feature", "anyOf"];

/** The conditions, and all within them. */
const all = (asked: Asked): Asked[] => [asked, ...asked.anyOf.flatMap(all)];

/** The features that the conditions ask for, within `anyOf` too. */
export const featuresOf = (asked: Asked): string[] => all(asked).flatMap(({ features }) => features);

/** Reads each condition once. Throws a `TypeError` that names one of a wrong type. */
export function readConditions(conditions: unknown): Asked {
  if (Object(conditions) !== conditions || typeof conditions === "function")
    throw new TypeError("conditions must be an object");
  const names = Object.keys(conditions as object);
  let never = names.length === 0;
  /** Returns the values of the condition with this name; an empty list where it is not given. */
  const read = (name: string): unknown[] => {
    if (!names.includes(name)) {
      // A condition that is inherited (as a class's accessor is) or not enumerable is not read, and the gate is denied.
      never ||= isMeant(conditions as object, name);
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
    // Where one of them is `undefined`, the gate is denied, and asks for none.
    return list as string[];
  };
  const features = [...new Set(readNames("feature"))].sort();
  const [[atLeast], [status]] = ["atLeast", "status"].map(readNames) as [string[], string[]];
  const anyOf = read("anyOf")
    .filter(Boolean)
    .map(readConditions)
    .filter((each) => !each.never);
  never ||= names.includes("anyOf") && anyOf.length === 0;
  // An unknown enumerable key: denied. Unknown keys that are not enumerable are ignored: frameworks add such.
  never ||= !Reflect.ownKeys({ ...(conditions as object) }).every((name) => NAMES.includes(name as string));
  return never ? { never, features: [], anyOf: [] } : { never, features, atLeast, status, anyOf };
}

/** Whether the conditions have that property, or inherit it from a class. A property that the page has put on all objects is no condition. */
function isMeant(conditions: object, name: string): boolean {
  for (let at = conditions; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, name)) return true;
  return false;
}

/**
 * Returns a text, the same one for conditions that ask for the same. It is JSON, made of texts one by one: those have no `toJSON`. A list inherits
 * one where the page has put it on a prototype, and all gates would be one.
 */
export const keyOf = ({ never, features, atLeast, status, anyOf }: Asked): string =>
  never
    ? "[]"
    : `[[${features.map(quote).join()}],${quote(atLeast)},${quote(status)},[${anyOf.map(keyOf).sort().join()}]]`;

const quote = (name: string | undefined) => JSON.stringify(name ?? 0);

/** "denied" as soon as one condition is denied; else "unknown" while one is unknown; else "granted". `anyOf` is as the best of its list. */
export function stateOf(asked: Asked, known: Known): GateState {
  const state = ownStateOf(asked, known);
  const states = asked.anyOf.map((each) => stateOf(each, known));
  if (state === "denied" || states.length === 0 || states.includes("granted")) return state;
  return states.includes("unknown") ? "unknown" : "denied";
}

/** The state that follows from all conditions but `anyOf`. */
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

/** Whether the user's role is this one, or ranks at least as high in the catalogue. */
export function ranksAtLeast(user: User | null, role: string, roles: readonly Role[]): boolean {
  if (!user || role === "") return false;
  /** A role that is not listed compares as false with every other. */
  const rank = (name: string) => roles.find((known) => known.name === name)?.rank as number;
  return user.userType === role || rank(user.userType) >= rank(role);
}
