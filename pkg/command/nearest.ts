// The name that was meant.

import { editDistance } from "../adapters/shared/edit-distance.js";

/** Of these names, the one that is a slip or two away, two swapped letters included; `undefined`: none is. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, far: editDistance(given.toLowerCase(), name) }))
    .filter(({ name, far }) => far <= Math.min(2, name.length / 2))
    .sort((one, other) => one.far - other.far);
  return best?.name;
}
