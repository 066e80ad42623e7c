/** An object with members that may be anything. */
type UncheckedObject = Readonly<Record<PropertyKey, unknown>>;

/** Returns `read(value)` for an object; `undefined` for any other value, and for an object that cannot be read (a revoked proxy). */
export function lookAt<Result>(value: unknown, read: (value: UncheckedObject) => Result): Result | undefined {
  try {
    if (typeof value === "object") return read(value as UncheckedObject);
  } catch {}
}
