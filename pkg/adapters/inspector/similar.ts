// Proposes names for one that may be misspelt.

import { editDistance } from "../shared/edit-distance.js";

/** Returns at most three of `names` that differ from `name` only by case, by separators, or by about a quarter of the letters; nearest first. */
export function similar(name: string, names: string[]): string[] {
  const wanted = lettersOf(name);
  return names
    .map((each) => ({ each, distance: editDistance(wanted, lettersOf(each)) }))
    .filter(
      ({ each, distance }) => distance <= Math.max(1, Math.floor(Math.min(name.length, each.length) / 4)),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ each }) => each);
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
