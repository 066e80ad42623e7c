// Refuses members that do not exist: with a misspelt one a test would get what the double makes up, and might pass.

/** Throws a `TypeError` that names the first member that does not exist. `what`: the value's name in the error, such as that of an option. */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${what}.${unknown} does not exist: there is ${known.join(", ")}`);
}

/** Throws the same for options: `others` are those that `of` did not take. */
export function refuseOptions(of: string, others: object, known: readonly string[]): void {
  for (const name of Object.keys(others))
    throw new TypeError(`${name} is no option of ${of}: there is ${known.join(", ")}`);
}
