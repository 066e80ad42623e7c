/** An object of which nothing is known. */
type Looked = Readonly<Record<PropertyKey, unknown>>;

/** Returns what `look` makes of an object; `undefined` for anything else, and for one that cannot be looked at: a revoked proxy. */
export function lookAt<Seen>(value: unknown, look: (value: Looked) => Seen): Seen | undefined {
  try {
    if (typeof value === "object") return look(value as Looked);
  } catch {}
}
