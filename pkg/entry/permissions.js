// The reactive permissions object: look-ups in the published map.

import { createSubscribable, observable } from "./subscribable.js";

/**
 * `read` gives the published snapshot, and `refresh` asks the deployment. `notify` wakes who watches the map,
 * and who watches one of the features that changed.
 */
export function createPermissions(read, refresh) {
  /** By name, each for as long as somebody holds it or watches it. */
  const stores = new Map();
  const watched = new Set();
  const collected = new FinalizationRegistry((name) => {
    // Another may have been made since.
    if (!find(name)) stores.delete(name);
  });
  const find = (name) => stores.get(name)?.deref();
  const { subscribe, notify } = createSubscribable(() => read().features);

  // The map inherits nothing, so an inherited name is not in it.
  const get = (feature) => read().features[feature];
  const can = (feature) => get(feature)?.enabled === true;
  const state = (feature) => {
    if (read().status === "unknown") return "unknown";
    return can(feature) ? "granted" : "denied";
  };

  const feature = (name) => {
    let store = find(name);
    if (!store) {
      // The store lives as long as anybody holds its object, or one of its functions.
      const watch = (isWatched) => watched[isWatched ? "add" : "delete"](store);
      const { subscribe, notify } = createSubscribable(() => get(name), watch);
      const value = { get: () => get(name), enumerable: true };
      const face = Object.freeze(observable(Object.defineProperty({ subscribe }, "value", value)));
      store = { face, notify };
      stores.set(name, new WeakRef(store));
      collected.register(store, name);
    }
    return store.face;
  };

  const permissions = { can, state, get, feature, subscribe, refresh };
  Object.defineProperty(permissions, "features", { get: () => read().features, enumerable: true });
  return {
    permissions: Object.freeze(observable(permissions)),
    notify(changes) {
      for (const change of changes) find(change.feature)?.notify();
      if (changes.length > 0) notify();
    },
  };
}
