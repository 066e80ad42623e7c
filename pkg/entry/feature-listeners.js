// What may be asked for by name, or by conditions, and subscribed to: features, readings of them, and gates. Calls their
// listeners (`notify`).

import { define } from "./define.js";
import { createSubscribable, observable } from "./subscribable.js";

/**
 * @typedef {object} Source
 * @property {{ readonly value: unknown }} readable What is handed out. `value`: the same (`Object.is`) until it has changed.
 * @property {readonly string[]} features Those that it depends on.
 * @property {boolean} [identity] It depends on who is signed in, too.
 * @property {boolean} [catalogue] And on the role catalogue.
 */

/** `watchCatalogue` gets whether the role catalogue is of use to anybody who listens. */
export function createStores(watchCatalogue) {
  /** By key, each for as long as somebody holds it or listens to it. */
  const byKey = new Map();
  const collected = new FinalizationRegistry((key) => {
    // Another may have been made since.
    if (!find(key)) byKey.delete(key);
  });
  const find = (key) => byKey.get(key)?.deref();

  /** Those that are listened to: by feature, those that depend on the identity, and those on the catalogue. */
  const byFeature = new Map();
  const byIdentity = new Set();
  const byCatalogue = new Set();

  const watch = (store, isWatched) => {
    const { features, identity, catalogue } = store.source;
    const turn = (set) => set[isWatched ? "add" : "delete"](store);
    for (const name of features) {
      const watching = byFeature.get(name) ?? new Set();
      turn(watching);
      if (watching.size > 0) byFeature.set(name, watching);
      else byFeature.delete(name);
    }
    if (identity) turn(byIdentity);
    const before = byCatalogue.size;
    if (catalogue) turn(byCatalogue);
    if (!before !== !byCatalogue.size) watchCatalogue(!before);
  };

  return {
    byKey,
    /** All gates and readings that are listened to. */
    listened: byIdentity,
    /** @type {(key: string, make: () => Source) => any} The same object for the same key. */
    open(key, make) {
      let store = find(key);
      if (!store) {
        const source = { __proto__: null, ...make() };
        const { readable } = source;
        // The store's functions hold the store: it lives for as long as anybody has one of them.
        const { subscribe, notify } = createSubscribable(
          () => readable.value,
          (isWatched) => watch(store, isWatched),
        );
        Object.freeze(define(observable(readable), { subscribe: { value: subscribe, enumerable: true } }));
        store = { source, notify, readable };
        byKey.set(key, new WeakRef(store));
        collected.register(store, key);
      }
      return store.readable;
    },
    /** Calls the listeners of what changed. `identity`: the status, the user or the role catalogue did. */
    notify(changes, identity) {
      const concerned = new Set(identity ? byIdentity : []);
      for (const { feature } of changes)
        for (const store of byFeature.get(feature) ?? []) concerned.add(store);
      for (const store of concerned) store.notify();
    },
  };
}
