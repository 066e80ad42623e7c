// What the adapters share whose framework calls for a value, and wants to hear later that it is another.

/** The snapshots of a session, as a store like its gates: with `value`, and with `initial`, for hydration. */
export const snapshotsOf = (session) => ({
  subscribe: session.subscribe,
  get value() {
    return session.snapshot;
  },
  initial: session.initial,
});

/** `update` is not called for the value of this moment, which is being read. */
export function listen(source, update) {
  let isLater = false;
  const end = source.subscribe(() => isLater && update());
  isLater = true;
  return end;
}

/** Conditions or a name, given as they are or by a function. */
export const given = (value) => (typeof value === "function" ? value() : value);
