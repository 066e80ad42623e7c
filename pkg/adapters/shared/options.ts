// Refuses options that do not exist.

/** Throws a `TypeError` that names an option in `others`, if there is one. `known`: the options that exist. */
export function refuseOptions(others: object, known: string): void {
  for (const name of Object.keys(others)) throw new TypeError(`no option ${name}: ${known}?`);
}
