// Refuses members that do not exist: with a misspelt member, a test would get the default instead, and might pass.

/** Throws a `TypeError` that names the first member of `given` that does not exist. `owner`: the name of `given` in the error. */
export function refuseUnknown(owner: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${owner}.${unknown} does not exist: there is ${known.join(", ")}`);
}

/** Throws a `TypeError` if `others`, the options that `owner` does not know, has a member. */
export function refuseOptions(owner: string, others: object, known: readonly string[]): void {
  for (const name of Object.keys(others))
    throw new TypeError(`${name} is no option of ${owner}: there is ${known.join(", ")}`);
}
