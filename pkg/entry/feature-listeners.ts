// What may be asked for by name, or by conditions, and subscribed to: features, readings of them, and gates. Calls their
// listeners (`notify`).

import type { Subscribable } from "../index.js";
import { define } from "./define.js";
import { createSubscribable, observable } from "./subscribable.js";

interface Readable {
  readonly value: unknown;
}

export interface Source<What extends Readable = Readable> {
  /** What is handed out. `value`: the same (`Object.is`) until it has changed. */
  readable: What;
  /** The names of the features that it depends on. */
  features: readonly string[];
  /** It depends on who is signed in, too. */
  identity?: boolean;
  /** And on the role catalogue. */
  catalogue?: boolean;
}

interface Store {
  source: Source;
  notify: () => void;
  readable: Readable;
}

export type Stores = ReturnType<typeof createStores>;

/** `watchCatalogue` gets whether a store that is listened to depends on the role catalogue. */
export function createStores(watchCatalogue: (isWatched: boolean) => void) {
  /** The stores by their keys, each for as long as the page holds it or listens to it. */
  const byKey = new Map<string, WeakRef<Store>>();
  const collected = new FinalizationRegistry((key: string) => {
    // Another may have been made since.
    if (!find(key)) byKey.delete(key);
  });
  const find = (key: string) => byKey.get(key)?.deref();

  /** Those that are listened to: by feature, those that depend on the identity, and those on the catalogue. */
  const byFeature = new Map<string, Set<Store>>();
  const byIdentity = new Set<Store>();
  const byCatalogue = new Set<Store>();

  const watch = (store: Store, isWatched: boolean) => {
    const { features, identity, catalogue } = store.source;
    const turn = (set: Set<Store>) => set[isWatched ? "add" : "delete"](store);
    for (const name of features) {
      const watching = byFeature.get(name) ?? new Set<Store>();
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
    /** The same object for the same key. */
    open<What extends Readable>(key: string, make: () => Source<What>): What & Subscribable<What["value"]> {
      let store = find(key);
      if (!store) {
        const source = { __proto__: null, ...make() };
        const { readable } = source;
        // The store's functions hold the store: it lives for as long as the page has one of them.
        const { subscribe, notify } = createSubscribable(
          () => readable.value,
          (isWatched) => watch(store as Store, isWatched),
        );
        Object.freeze(define(observable(readable), { subscribe: { value: subscribe, enumerable: true } }));
        store = { source, notify, readable };
        byKey.set(key, new WeakRef(store));
        collected.register(store, key);
      }
      return store.readable as What & Subscribable<What["value"]>;
    },
    /** Calls the listeners of what changed. `identity`: the status, the user or the role catalogue did. */
    notify(changes: readonly { feature: string }[], identity: boolean) {
      const concerned = new Set(identity ? byIdentity : []);
      for (const { feature } of changes)
        for (const store of byFeature.get(feature) ?? []) concerned.add(store);
      for (const store of concerned) store.notify();
    },
  };
}
