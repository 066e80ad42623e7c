// The stores that a page can subscribe to: a feature, the reading of a feature (`permissions.reading`), or a gate. Each has a key.

import type { Subscribable } from "../index.js";
import { define } from "./define.js";
import { createSubscribable, observable } from "./subscribable.js";

interface Readable {
  readonly value: unknown;
}

export interface Source<Shown extends Readable = Readable> {
  /** The object that the page gets. Its `value` is the same (`Object.is`) until it has changed. */
  readable: Shown;
  /** The names of the features that its value depends on. */
  features: readonly string[];
  /** Whether its value depends on the status and the user, too. */
  user?: boolean;
  /** Whether its value depends on the role catalogue, too. */
  catalogue?: boolean;
}

interface Store {
  source: Source;
  /** Calls the listeners of this store, if its value has changed. */
  notify: () => void;
  readable: Readable;
}

export type Stores = ReturnType<typeof createStores>;

/** Makes the list of stores. `watchCatalogue` gets whether a store that is listened to depends on the role catalogue. */
export function createStores(watchCatalogue: (isWatched: boolean) => void) {
  /** The stores by their keys, each for as long as the page holds it or listens to it. */
  const byKey = new Map<string, WeakRef<Store>>();
  const registry = new FinalizationRegistry((key: string) => {
    // A newer store may have this key by now.
    if (!find(key)) byKey.delete(key);
  });
  const find = (key: string) => byKey.get(key)?.deref();

  /** The stores that have listeners: by feature; all that depend on the user; and all that depend on the catalogue. */
  const byFeature = new Map<string, Set<Store>>();
  const byUser = new Set<Store>();
  const byCatalogue = new Set<Store>();

  const watch = (store: Store, isWatched: boolean) => {
    const { features, user, catalogue } = store.source;
    const update = (set: Set<Store>) => set[isWatched ? "add" : "delete"](store);
    for (const name of features) {
      const watching = byFeature.get(name) ?? new Set<Store>();
      update(watching);
      if (watching.size > 0) byFeature.set(name, watching);
      else byFeature.delete(name);
    }
    if (user) update(byUser);
    const sizeBefore = byCatalogue.size;
    if (catalogue) update(byCatalogue);
    if (!sizeBefore !== !byCatalogue.size) watchCatalogue(!sizeBefore);
  };

  return {
    byKey,
    /** All gates and readings that are listened to. */
    listened: byUser,
    /** Returns the object of a key: the same one each time. `make` is called if there is none. */
    open<Shown extends Readable>(
      key: string,
      make: () => Source<Shown>,
    ): Shown & Subscribable<Shown["value"]> {
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
        registry.register(store, key);
      }
      return store.readable as Shown & Subscribable<Shown["value"]>;
    },
    /** Calls the listeners of the stores that changed. `userOrRolesChanged`: the status, the user or the role catalogue has. */
    notify(changes: readonly { feature: string }[], userOrRolesChanged: boolean) {
      const affected = new Set(userOrRolesChanged ? byUser : []);
      for (const { feature } of changes)
        for (const store of byFeature.get(feature) ?? []) affected.add(store);
      for (const store of affected) store.notify();
    },
  };
}
