// Gates: whether all that is asked for is granted.

/**
 * @typedef {object} Asked The conditions of a gate, read once.
 * @property {boolean} never A condition is missing, or unknown to this version: never granted.
 * @property {readonly string[]} features
 * @property {string} [atLeast]
 * @property {string} [status]
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
      features: asked.features,
      identity: true,
      catalogue: asked.atLeast !== undefined,
    }));
  };
}

const NAMES = ["feature", "atLeast", "status"];

/** Reads each condition once. Throws a `TypeError` that names one of a wrong type. @returns {Asked} */
export function readConditions(conditions) {
  if (Object(conditions) !== conditions || typeof conditions === "function")
    throw new TypeError("conditions must be an object");
  const names = Object.keys(conditions);
  let never = names.length === 0;
  const [features, [atLeast], [status]] = NAMES.map((name) => {
    if (!names.includes(name)) {
      // A condition that is inherited (as a class's accessor is) or not enumerable is not read, and the gate is denied.
      never ||= isMeant(conditions, name);
      return [];
    }
    const given = conditions[name];
    // By spreading, a hole in the list becomes `undefined`.
    const list = name === "feature" && Array.isArray(given) ? [...given] : [given];
    for (const value of list) {
      if (value !== undefined && typeof value !== "string") throw new TypeError(`${name} must be a name`);
    }
    never ||= list.length === 0 || !list.every(Boolean);
    return list;
  });
  // An unknown enumerable key: denied. Unknown keys that are not enumerable are ignored: frameworks add such.
  never ||= !Reflect.ownKeys({ ...conditions }).every((name) => NAMES.includes(/** @type {string} */ (name)));
  return never
    ? { never, features: [] }
    : { never, features: [...new Set(features)].sort(), atLeast, status };
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
export const keyOf = ({ never, features, atLeast, status }) =>
  never ? "[]" : `[[${features.map(quote).join()}],${quote(atLeast)},${quote(status)}]`;

const quote = (name) => JSON.stringify(name ?? 0);

/**
 * "denied" as soon as one condition is denied; else "unknown" while one is unknown; else "granted".
 * @type {(asked: Asked, known: Known) => import("../index.js").GateState}
 */
function stateOf({ never, features, atLeast, status }, { snapshot, roles, refusal }) {
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
