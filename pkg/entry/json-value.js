// Looks at a parsed body, whose shape nobody has promised.

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const own = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

/** A string that is well-formed Unicode. */
export const isText = (value) => typeof value === "string" && !/[\ud800-\udfff]/u.test(value);
