// Options that do not exist.

/** Throws a `TypeError` that names an option which there is not. `known`: those that there are. */
export function refuseOptions(others: object, known: string): void {
  for (const name of Object.keys(others)) throw new TypeError(`no option ${name}: ${known}?`);
}
