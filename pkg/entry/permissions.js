// The reactive permissions object: look-ups in the published map.

import { keep } from "./snapshot.js";
import { createSubscribable, observable } from "./subscribable.js";

/**
 * `read` gives the published snapshot, `initial` the one that the session began with, and `refresh` asks the
 * deployment. `stores` keeps a store for each feature that is asked for.
 */
export function createPermissions(read, initial, refresh, stores) {
  const { subscribe, notify } = createSubscribable(() => read().features);

  // The map inherits nothing, so an inherited name is not in it.
  const get = (feature) => read().features[feature];
  /** What is granted of those listed: a `Set` is quicker to ask than a map of many names. */
  const granted = new Set();
  const can = (feature) => granted.has(feature);
  const state = (feature) => {
    if (read().status === "unknown") return "unknown";
    return can(feature) ? "granted" : "denied";
  };

  const feature = (named) => {
    const name = String(named);
    const readable = {
      get value() {
        return get(name);
      },
    };
    return stores.open(`f${name}`, () => ({ readable, features: [name] }));
  };

  const reading = (named) => {
    const name = String(named);
    return stores.open(`r${name}`, () => {
      const [now, then] = [memoize(), memoize()];
      const readable = {
        get value() {
          return now(readingOf(read(), name));
        },
        get initial() {
          return then(readingOf(initial(), name));
        },
      };
      return { readable, features: [name], identity: true };
    });
  };

  const permissions = {
    can,
    state,
    get,
    feature,
    reading,
    subscribe,
    refresh,
    get features() {
      return read().features;
    },
  };
  return {
    permissions: Object.freeze(observable(permissions)),
    /** Takes in what has changed, before any listener is called. */
    take(changes) {
      for (const { feature, current } of changes) granted[current?.enabled ? "add" : "delete"](feature);
    },
    notify,
  };
}

/** What a snapshot says of one feature. @returns {import("../index.js").PermissionReading} */
function readingOf({ status, features }, name) {
  const entry = features[name];
  const enabled = entry?.enabled === true;
  return {
    state: status === "unknown" ? "unknown" : enabled ? "granted" : "denied",
    enabled,
    limit: entry?.limit ?? null,
    listed: !!entry,
  };
}

/** The reading before, for as long as the next ones say the same. */
function memoize() {
  let last;
  return (next) => {
    last = keep(last, next);
    return last;
  };
}
