/** Wraps a session, so that `listeners()` returns how many listeners it and its stores have. The same conditions give the same store. */
export function counted(session) {
  const adapted = Symbol.for("platform-session.adapted");
  let listeners = 0;
  const stores = new WeakMap();
  const count =
    (subscribe) =>
    (...args) => {
      const stop = subscribe(...args);
      listeners += 1;
      const once = () => {
        if (stop.done) return;
        stop.done = true;
        listeners -= 1;
        stop();
      };
      return Object.assign(once, { unsubscribe: once });
    };
  const store = (real) => {
    if (!stores.has(real)) {
      const members = Object.getOwnPropertyDescriptors(real);
      const base = Object.create(null, members);
      stores.set(real, Object.create(base, { subscribe: { value: count(real.subscribe) } }));
    }
    return stores.get(real);
  };
  const permissions = Object.create(session.permissions, {
    reading: { value: (feature) => store(session.permissions.reading(feature)) },
  });
  return {
    get snapshot() {
      return session.snapshot;
    },
    initial: session.initial,
    [adapted]: {
      initialIdentity: session[adapted].initialIdentity,
      attach: count(session[adapted].attach),
    },
    get identity() {
      return session.identity;
    },
    addEventListener(type, listener) {
      session.addEventListener(type, listener);
      listeners += 1;
    },
    removeEventListener(type, listener) {
      session.removeEventListener(type, listener);
      listeners -= 1;
    },
    subscribe: count(session.subscribe),
    logout: () => session.logout(),
    gate: (conditions) => store(session.gate(conditions)),
    permissions,
    listeners: () => listeners,
  };
}
