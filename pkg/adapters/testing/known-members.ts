// A misspelt member would leave a test with what the double makes up, and let it pass.

/** Throws a `TypeError` that names the first member that does not exist. `what`: of which value, in an option's words. */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${what}.${unknown} does not exist: there is ${known.join(", ")}`);
}

/** The same for options: `others` are those that `of` did not take. */
export function refuseOptions(of: string, others: object, known: readonly string[]): void {
  for (const name of Object.keys(others))
    throw new TypeError(`${name} is no option of ${of}: there is ${known.join(", ")}`);
}
