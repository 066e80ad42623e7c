// JSON, parsed so that limits that say the same have the same JSON text.

/** A limit that is an object or a list: the order of an object's members says nothing, and deployments vary it. */
const HAS_SHAPED_LIMIT = /"limit"\s*:\s*[[{]/;

/** Throws where the text is no JSON. Where a limit has a shape, the members of all objects are sorted. */
export function parseJson(text) {
  const value = JSON.parse(text);
  try {
    return HAS_SHAPED_LIMIT.test(text) ? JSON.parse(text, sorted) : value;
  } catch {
    // Nested deeper than this way of parsing can go.
    return value;
  }
}

const sorted = (_, value) =>
  Object(value) === value && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
