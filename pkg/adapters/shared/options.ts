// Refuses options that do not exist.

/** Throws a `TypeError` if `others`, the options that the caller does not know, has a member. `known`: the names that the error proposes. */
export function refuseOptions(others: object, known: string): void {
  for (const name of Object.keys(others)) throw new TypeError(`no option ${name}: ${known}?`);
}
