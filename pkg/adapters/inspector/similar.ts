// Names that may have been meant.

/** Those of `names` that differ from `name` by case, by what is between the words, or by a few letters; the nearest first. */
export function similar(name: string, names: string[]): string[] {
  const wanted = plain(name);
  return names
    .map((each) => ({ each, far: distance(wanted, plain(each)) }))
    .filter(({ each, far }) => far <= Math.max(1, Math.floor(Math.min(name.length, each.length) / 4)))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ each }) => each);
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** How many letters must be added, taken away or changed (Levenshtein). */
function distance(a: string, b: string): number {
  // Each index below is one of a row.
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (before[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1);
      next.push(Math.min(change, (before[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    before = next;
  }
  return before[b.length] as number;
}
