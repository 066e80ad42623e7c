// The features of one session, by number: the engine knows only the number.

import { readFeatures } from "../entry/features.js";
import { NO_FEATURES } from "../entry/snapshot.js";

/**
 * Those that are shown, and those that were read since. Numbers grow; 0: there are none. `first`: what is shown before the engine
 * runs.
 */
export function createFeatures(first = NO_FEATURES) {
  /** By number. @type {(import("../entry/features.js").Features | undefined)[]} */
  const kept = [NO_FEATURES];
  if (first !== NO_FEATURES) kept.push(first);
  let shown = kept.length - 1;
  let oldest = 1;
  return {
    /** The number of the features that were sent; `null` where they are no map. */
    numberOf(sent) {
      // Compared with the map that is shown. While none is shown, with the newest one: the same map may come many times.
      const before = shown || kept.length - 1;
      const features = readFeatures(sent, kept[before]);
      return features === kept[before] ? before : features && kept.push(features) - 1;
    },
    /** The features with this number; `null` where there are none. */
    of: (number) => kept[number] ?? null,
    /** The features with this number, which are shown now. Older ones are dropped. */
    show(number) {
      shown = kept[number] ? number : 0;
      while (oldest < shown) kept[oldest++] = undefined;
      return kept[shown];
    },
  };
}
