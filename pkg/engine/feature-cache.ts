// The features of one session, by number: the engine knows only the number.

import { type Features, readFeatures } from "../entry/features.js";
import { NO_FEATURES } from "../entry/snapshot.js";

/**
 * Those that are shown, and those that were read since. Numbers grow; 0: there are none. `first`: what is shown before the engine
 * runs.
 */
export function createFeatureCache(first = NO_FEATURES) {
  /** By number. */
  const cache: (Features | undefined)[] = [NO_FEATURES];
  if (first !== NO_FEATURES) cache.push(first);
  let shown = cache.length - 1;
  let oldest = 1;
  return {
    /** The number of the features that were sent; `null` where they are no map. */
    intern(sent: unknown): number | null {
      // Compared with the map that is shown. While none is shown, with the newest one: the same map may come many times.
      const before = shown || cache.length - 1;
      const features = readFeatures(sent, cache[before]);
      return features === cache[before] ? before : features && cache.push(features) - 1;
    },
    /** The features with this number; `null` where there are none. */
    of: (number: number) => cache[number] ?? null,
    /** The features with this number, which are shown now. Older ones are dropped. */
    show(number: number): Features {
      shown = cache[number] ? number : 0;
      while (oldest < shown) cache[oldest++] = undefined;
      return cache[shown] as Features;
    },
  };
}
