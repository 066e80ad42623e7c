// Parses JSON, and reads values of unknown shape. Not TypeScript: wasm-bindgen links this very file (`src/browser/fetch.rs`).

/**
 * Parses JSON. Returns `undefined` if the text is no JSON, or `undefined` itself.
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
 * A replacer for `JSON.stringify` that ignores any `toJSON`: the page may have put one on a prototype.
 * @this {any}
 * @param {string} name
 * @returns {unknown}
 */
export function asItIs(name) {
  return this[name];
}

/**
 * Returns the options of a request as an object that inherits nothing: `fetch` also reads inherited options.
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

// The next two return the own property if it has that type; else `undefined`.
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
 * Whether the value is a string of well-formed Unicode. Older browsers have no `isWellFormed`, which is quicker than the expression.
 * @param {unknown} value
 * @returns {value is string}
 */
export const isText = (value) => typeof value === "string" && isWellFormed(value);

/** @type {(text: any) => boolean} */
const isWellFormed = (text) => text.isWellFormed?.() ?? !LONE_SURROGATE.test(text);

/** With `u`, two surrogates that form a pair are one character, which does not match. */
const LONE_SURROGATE = /\p{Surrogate}/u;
