// What may be asked for by name, or by conditions, and subscribed to: features, readings of them, and gates.

import { createSubscribable, observable } from "./subscribable.js";

/**
 * @typedef {object} Source
 * @property {() => unknown} read The value now: the same one (`Object.is`) until it has changed.
 * @property {readonly string[]} features Those that it depends on.
 * @property {boolean} identity It depends on who is signed in, too.
 * @property {boolean} [catalogue] And on the role catalogue.
 * @property {PropertyDescriptorMap} [more] What the store has besides `subscribe` and `value`.
 */

/** `watchCatalogue` is told whether the role catalogue is of use to anybody who listens. */
export function createStores(watchCatalogue) {
  /** By key, each for as long as somebody holds it or listens to it. */
  const kept = new Map();
  const collected = new FinalizationRegistry((key) => {
    // Another may have been made since.
    if (!find(key)) kept.delete(key);
  });
  const find = (key) => kept.get(key)?.deref();

  /** Those that are listened to: by feature, those that depend on the identity, and those on the catalogue. */
  const byFeature = new Map();
  const byIdentity = new Set();
  const byCatalogue = new Set();

  const watch = (store, isWatched) => {
    const act = isWatched ? "add" : "delete";
    const { source } = store;
    for (const name of source.features) {
      const watching = byFeature.get(name) ?? new Set();
      watching[act](store);
      if (watching.size > 0) byFeature.set(name, watching);
      else byFeature.delete(name);
    }
    if (source.identity) byIdentity[act](store);
    const before = byCatalogue.size;
    if (source.catalogue) byCatalogue[act](store);
    if (before > 0 !== byCatalogue.size > 0) watchCatalogue(byCatalogue.size > 0);
  };

  return {
    /** @type {(key: string, make: () => Source) => any} The same object for the same key. */
    open(key, make) {
      let store = find(key);
      if (!store) {
        const source = make();
        // It is the store's own functions that hold it: whoever has one of them has it whole.
        const { subscribe, notify } = createSubscribable(source.read, (isWatched) => watch(store, isWatched));
        const value = { get: source.read, enumerable: true };
        const face = Object.defineProperties({ subscribe }, { value, ...source.more });
        store = { source, notify, face: Object.freeze(observable(face)) };
        kept.set(key, new WeakRef(store));
        collected.register(store, key);
      }
      return store.face;
    },
    /** Wakes who listens to what changed. `identity`: the status, the user, or the role catalogue did. */
    notify(changes, identity) {
      const concerned = new Set(identity ? byIdentity : []);
      for (const { feature } of changes)
        for (const store of byFeature.get(feature) ?? []) concerned.add(store);
      for (const store of concerned) store.notify();
    },
  };
}
