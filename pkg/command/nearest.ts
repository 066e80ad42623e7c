// Proposes the name that a misspelt one probably means.

import { editDistance } from "../adapters/shared/edit-distance.js";

/** Returns the name that differs least from `given`, by at most two letters; `undefined` if there is none. Two swapped letters count as two. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.min(2, name.length / 2))
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}
