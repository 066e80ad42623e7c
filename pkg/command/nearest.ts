// The name that was meant.

/** Of these names, the one that is a slip or two away; `undefined`: none is. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, slips: slips(given.toLowerCase(), name) }))
    .filter(({ name, slips }) => slips <= Math.min(2, name.length / 2))
    .sort((one, other) => one.slips - other.slips);
  return best?.name;
}

/** How many letters must be added, taken away, changed, or swapped with their neighbour (optimal string alignment). */
function slips(given: string, name: string): number {
  const rows = [Array.from({ length: name.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= given.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= name.length; column++) {
      const isSame = given[row - 1] === name[column - 1];
      const isSwapped = given[row - 1] === name[column - 2] && given[row - 2] === name[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(given.length, name.length);
}
