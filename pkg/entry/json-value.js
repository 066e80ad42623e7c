// Parses JSON, and reads values whose shape is not known.

/** `undefined` where the text is no JSON, or not there. */
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For `JSON.stringify`: each value as it is, and not as a `toJSON` would have it that the page has put on a prototype. */
export function asItIs(name) {
  return this[name];
}

/** The options of a request, which inherit nothing: `fetch` reads inherited ones, too. */
export const requestOptions = (json) => ({ __proto__: null, ...JSON.parse(json) });

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const own = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

// The own property if it is of that type; else `undefined`. `ownsString` only says whether it is.
export const ownBoolean = (value, name) => ownOf(value, name, "boolean");
export const ownNumber = (value, name) => ownOf(value, name, "number");
export const ownsString = (value, name) => typeof own(value, name) === "string";
export const ownText = (value, name) => {
  const found = own(value, name);
  return isText(found) ? found : undefined;
};

const ownOf = (value, name, type) => {
  const found = own(value, name);
  return typeof found === type ? found : undefined;
};

/** A string that is well-formed Unicode. Older browsers have no `isWellFormed`, which is quicker. */
export const isText = (value) =>
  typeof value === "string" && /** @type {any} */ (value.isWellFormed?.() ?? !LONE_SURROGATE.test(value));

/** With `u`, a pair is one character, of another kind. */
const LONE_SURROGATE = /\p{Surrogate}/u;
