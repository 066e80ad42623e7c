// The edit distance of two names, for proposals where a name is misspelt.

/** Returns how many letters must be added, taken away or changed to make `b` of `a` (Levenshtein). */
export function editDistance(a: string, b: string): number {
  // The casts to `number`: every index below is within its row.
  let before = [...Array(b.length + 1).keys()];
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
