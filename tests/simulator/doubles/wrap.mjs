// Wraps a package so that its sessions have a defect.

/** Returns a function that reads an object and returns `make` of it, frozen; for the same object it returns the same result. */
function memoised(read, make) {
  const results = new WeakMap();
  return () => {
    const now = read();
    if (!results.has(now)) results.set(now, Object.freeze(make(now)));
    return results.get(now);
  };
}

/**
 * Describes a defect. `plant(session, options)` returns the properties that replace the session's own; `snapshot` as a function.
 * `caught` names the rules of the oracle that must find the defect.
 */
export const broken = (caught, plant) => ({ caught: [caught].flat(), plant });

/** Describes a defect that shows `change(snapshot)` in the place of each snapshot. */
export const shows = (caught, change) =>
  broken(caught, (session) => ({ snapshot: memoised(() => session.snapshot, change) }));

/** Returns the option `wrap` of `openNodeStage` for a defect. */
export const withDefect =
  ({ plant }) =>
  ({ createSession }) => ({
    createSession: (options) => planted(createSession(options), options, plant),
  });

function planted(session, options, plant) {
  const { snapshot, ...calls } = plant(session, options) ?? {};
  if (snapshot) Object.assign(calls, { subscribe: (listener) => subscribe(session, snapshot, listener) });
  // The session's own properties are frozen, so a proxy of the session could not replace them.
  return new Proxy(Object.create(null), {
    get(_, name) {
      if (name === "snapshot" && snapshot) return snapshot();
      if (name in calls) return calls[name];
      const value = Reflect.get(session, name, session);
      return typeof value === "function" ? value.bind(session) : value;
    },
  });
}

/** Subscribes a listener to the defective snapshots: it gets each once. */
function subscribe(session, snapshot, listener) {
  let last;
  return session.subscribe(() => {
    const now = snapshot();
    if (now === last) return;
    last = now;
    if (typeof listener === "function") listener(now);
    else listener.next?.(now);
  });
}
