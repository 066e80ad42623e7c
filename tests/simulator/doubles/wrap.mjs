// Puts a double in a session's place.

/** Returns a function that makes its result anew only when what it reads is another object. */
function memoised(read, make) {
  const made = new WeakMap();
  return () => {
    const now = read();
    if (!made.has(now)) made.set(now, Object.freeze(make(now)));
    return made.get(now);
  };
}

/** Makes a package that errs in one way: `plant` gives what stands in the place of the session's own. `caught`: the rules that find it. */
export const broken = (caught, plant) => ({ caught: [caught].flat(), plant });

/** Makes a package with changed snapshots. */
export const shows = (caught, change) =>
  broken(caught, (session) => ({ snapshot: memoised(() => session.snapshot, change) }));

/** Returns the option `wrap` of `openNodeStage`. */
export const withDefect =
  ({ plant }) =>
  ({ createSession }) => ({
    createSession: (options) => planted(createSession(options), options, plant),
  });

function planted(session, options, plant) {
  const { snapshot, ...calls } = plant(session, options) ?? {};
  if (snapshot) Object.assign(calls, { subscribe: (listener) => subscribe(session, snapshot, listener) });
  // The session's own properties are frozen, and a proxy may not lie about those: it stands before an empty object.
  return new Proxy(Object.create(null), {
    get(_, name) {
      if (name === "snapshot" && snapshot) return snapshot();
      if (name in calls) return calls[name];
      const value = Reflect.get(session, name, session);
      return typeof value === "function" ? value.bind(session) : value;
    },
  });
}

/** Listeners hear of the double's snapshots, each once. */
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
