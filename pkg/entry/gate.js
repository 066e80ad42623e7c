// Gates: whether all that is asked for is granted.

/**
 * @typedef {object} Asked The conditions of a gate, read once.
 * @property {boolean} never A condition is missing, or unknown to this version: never granted.
 * @property {readonly string[]} features
 * @property {string} [atLeast]
 * @property {string} [status]
 * @property {readonly Asked[]} anyOf Where it is not empty: one of these at least. None of them is `never`.
 *
 * @typedef {object} Known
 * @property {import("../index.js").SessionSnapshot} snapshot
 * @property {readonly import("../index.js").Role[] | null} roles `null`: not read.
 * @property {string | null} refusal Why the deployment does not show them.
 */

/**
 * `stores` keeps a store for all conditions that ask for the same; `known` gives what is known now, and `initial` what
 * was known when the session was created.
 */
export function createGates(stores, known, initial) {
  return (conditions) => {
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

/** Of these, a list may be given. */
const LISTS = ["feature", "anyOf"];

/** The conditions, and all within them. @type {(asked: Asked) => Asked[]} */
const all = (asked) => [asked, ...asked.anyOf.flatMap(all)];

/** Those that the conditions ask for, wherever. @type {(asked: Asked) => string[]} */
export const featuresOf = (asked) => all(asked).flatMap(({ features }) => features);

/** Reads each condition once. Throws a `TypeError` that names one of a wrong type. @returns {Asked} */
export function readConditions(conditions) {
  if (Object(conditions) !== conditions || typeof conditions === "function")
    throw new TypeError("conditions must be an object");
  const names = Object.keys(conditions);
  let never = names.length === 0;
  /** What is asked for by this name; nothing where it is not given. */
  const read = (name) => {
    if (!names.includes(name)) {
      // A condition that is inherited (as a class's accessor is) or not enumerable is not read, and the gate is denied.
      never ||= isMeant(conditions, name);
      return [];
    }
    const given = conditions[name];
    // By spreading, a hole in the list becomes `undefined`.
    const list = LISTS.includes(name) && Array.isArray(given) ? [...given] : [given];
    never ||= list.length === 0 || !list.every(Boolean);
    return list;
  };
  const readNames = (name) => {
    const list = read(name);
    for (const value of list) {
      if (value !== undefined && typeof value !== "string") throw new TypeError(`${name} must be a name`);
    }
    return list;
  };
  const features = [...new Set(readNames("feature"))].sort();
  const [[atLeast], [status]] = ["atLeast", "status"].map(readNames);
  const anyOf = read("anyOf")
    .filter(Boolean)
    .map(readConditions)
    .filter((each) => !each.never);
  never ||= names.includes("anyOf") && anyOf.length === 0;
  // An unknown enumerable key: denied. Unknown keys that are not enumerable are ignored: frameworks add such.
  never ||= !Reflect.ownKeys({ ...conditions }).every((name) => NAMES.includes(/** @type {string} */ (name)));
  return never ? { never, features: [], anyOf: [] } : { never, features, atLeast, status, anyOf };
}

/** Whether it has that property, or inherits it from a class. What the page has put on all objects is no condition. */
function isMeant(conditions, name) {
  for (let at = conditions; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, name)) return true;
  return false;
}

/**
 * A text, the same one for conditions that ask for the same. It is JSON, made of texts one by one: those have no `toJSON`. A list inherits
 * one where the page has put it on a prototype, and all gates would be one.
 * @type {(asked: Asked) => string}
 */
export const keyOf = ({ never, features, atLeast, status, anyOf }) =>
  never
    ? "[]"
    : `[[${features.map(quote).join()}],${quote(atLeast)},${quote(status)},[${anyOf.map(keyOf).sort().join()}]]`;

const quote = (name) => JSON.stringify(name ?? 0);

/**
 * "denied" as soon as one condition is denied; else "unknown" while one is unknown; else "granted". `anyOf` is as the best of its list.
 * @type {(asked: Asked, known: Known) => import("../index.js").GateState}
 */
export function stateOf(asked, known) {
  const state = ownStateOf(asked, known);
  const states = asked.anyOf.map((each) => stateOf(each, known));
  if (state === "denied" || states.length === 0 || states.includes("granted")) return state;
  return states.includes("unknown") ? "unknown" : "denied";
}

/** Of all conditions but `anyOf`. @type {typeof stateOf} */
function ownStateOf({ never, features, atLeast, status }, { snapshot, roles, refusal }) {
  if (never) return "denied";
  if (snapshot.status === "unknown") return "unknown";
  if (status !== undefined && status !== snapshot.status) return "denied";
  for (const name of features) if (snapshot.features[name]?.enabled !== true) return "denied";
  if (atLeast === undefined || ranksAtLeast(snapshot.user, atLeast, roles ?? [])) return "granted";
  return snapshot.user && !roles && !refusal ? "unknown" : "denied";
}

/** The user's role is this one, or ranks at least as high in the catalogue. */
export function ranksAtLeast(user, role, roles) {
  if (!user || role === "") return false;
  /** @type {(name: string) => any} A role that is not listed compares as false with every other. */
  const rank = (name) => roles.find((known) => known.name === name)?.rank;
  return user.userType === role || rank(user.userType) >= rank(role);
}
