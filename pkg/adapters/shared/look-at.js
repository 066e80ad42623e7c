/** What `look` makes of an object; `undefined` for anything else, and for one that cannot be looked at: a revoked proxy. */
export function lookAt(value, look) {
  try {
    if (typeof value === "object") return look(value);
  } catch {}
}
