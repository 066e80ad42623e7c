// `session.permissions`: looks features up in the published map, and tells its listeners of changes.

import type { FeaturePermission, PermissionReading, Permissions, SessionSnapshot } from "../index.js";
import type { Stores } from "./feature-listeners.js";
import type { Change } from "./features.js";
import { keep } from "./snapshot.js";
import { createSubscribable, observable } from "./subscribable.js";

/**
 * Makes `session.permissions`. `read` returns the published snapshot, `initial` the snapshot that the session began with, and `refresh` asks
 * the deployment. `stores` has the reactive objects of single features, with keys that begin with `f` (feature) or `r` (reading).
 */
export function createPermissions(
  read: () => SessionSnapshot,
  initial: () => SessionSnapshot,
  refresh: Permissions["refresh"],
  stores: Stores,
) {
  const { subscribe, notify } = createSubscribable(() => read().features);

  // The map inherits nothing, so an inherited name is not in it.
  const get = (feature: string): FeaturePermission | undefined => read().features[feature];
  /** The names of the features that are granted: a `Set` is quicker to ask than a map of many names. */
  const granted = new Set<string>();
  const can = (feature: string) => granted.has(feature);
  const state = (feature: string) => {
    if (read().status === "unknown") return "unknown";
    return can(feature) ? "granted" : "denied";
  };

  const feature = (named: string) => {
    const name = String(named);
    const readable = {
      get value() {
        return get(name);
      },
    };
    return stores.open(`f${name}`, () => ({ readable, features: [name] }));
  };

  const reading = (named: string) => {
    const name = String(named);
    return stores.open(`r${name}`, () => {
      const [keepValue, keepInitial] = [memoize<PermissionReading>(), memoize<PermissionReading>()];
      const readable = {
        get value() {
          return keepValue(readingOf(read(), name));
        },
        get initial() {
          return keepInitial(readingOf(initial(), name));
        },
      };
      return { readable, features: [name], user: true };
    });
  };

  const permissions: Permissions = {
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
    /** Takes in the features that have changed, before any listener is called. */
    take(changes: readonly Change[]) {
      for (const { feature, current } of changes) granted[current?.enabled ? "add" : "delete"](feature);
    },
    notify,
  };
}

/** Returns what a snapshot says of one feature. */
function readingOf({ status, features }: SessionSnapshot, name: string): PermissionReading {
  const entry = features[name];
  const enabled = entry?.enabled === true;
  return {
    state: status === "unknown" ? "unknown" : enabled ? "granted" : "denied",
    enabled,
    limit: entry?.limit ?? null,
    listed: !!entry,
  };
}

/** Returns a function that returns the previous value again, if the next value equals it. */
function memoize<Value>() {
  let last: Value | undefined;
  return (next: Value): Value => {
    last = keep(last, next);
    return last;
  };
}
