// Parses JSON, and reads values of unknown shape. Not TypeScript: wasm-bindgen links this very file (`src/browser/fetch.rs`).

/**
 * `undefined` where the text is no JSON, or not there.
 * @param {string | undefined} text
 * @returns {unknown}
 */
export function parse(text) {
  try {
    return JSON.parse(/** @type {string} */ (text));
  } catch {
    return undefined;
  }
}

/**
 * For `JSON.stringify`: each value as it is, and not as a `toJSON` would have it that the page has put on a prototype.
 * @this {any}
 * @param {string} name
 * @returns {unknown}
 */
export function asItIs(name) {
  return this[name];
}

/**
 * The options of a request, which inherit nothing: `fetch` reads inherited ones, too.
 * @param {string} json
 */
export const requestOptions = (json) => ({ __proto__: null, ...JSON.parse(json) });

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @type {(value: unknown, name: string) => unknown} */
export const own = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

// The own property if it is of that type; else `undefined`.
/** @type {(value: unknown, name: string) => boolean | undefined} */
export const ownBoolean = (value, name) => {
  const found = own(value, name);
  return typeof found === "boolean" ? found : undefined;
};
/** @type {(value: unknown, name: string) => string | undefined} */
export const ownText = (value, name) => {
  const found = own(value, name);
  return isText(found) ? found : undefined;
};

/**
 * A string that is well-formed Unicode. Older browsers have no `isWellFormed`, which is quicker.
 * @param {unknown} value
 * @returns {value is string}
 */
export const isText = (value) => typeof value === "string" && isWellFormed(value);

/** @type {(text: any) => boolean} */
const isWellFormed = (text) => text.isWellFormed?.() ?? !LONE_SURROGATE.test(text);

/** With `u`, a pair is one character, of another kind. */
const LONE_SURROGATE = /\p{Surrogate}/u;
