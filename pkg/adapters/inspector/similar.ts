// Names that may have been meant.

import { editDistance } from "../shared/edit-distance.js";

/** Returns those of `names` that differ from `name` by case, by what is between the words, or by a few letters; the nearest first. */
export function similar(name: string, names: string[]): string[] {
  const wanted = plain(name);
  return names
    .map((each) => ({ each, far: editDistance(wanted, plain(each)) }))
    .filter(({ each, far }) => far <= Math.max(1, Math.floor(Math.min(name.length, each.length) / 4)))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ each }) => each);
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
