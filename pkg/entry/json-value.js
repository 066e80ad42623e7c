// Parses JSON, and reads values whose shape is not known.

/** `undefined` where the text is no JSON, or not there. */
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const own = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

/** A string that is well-formed Unicode. */
export const isText = (value) => typeof value === "string" && /** @type {any} */ (value).isWellFormed();
