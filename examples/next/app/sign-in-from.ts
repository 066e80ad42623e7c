/** The query of a page, as Next passes it. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

/** Returns the address of the sign-in page, with the address to go back to. The browser keeps the fragment. */
export async function signInFrom(path: string, query: Query) {
  const values = Object.entries(await query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, each]),
  );
  const search = values.length > 0 ? `?${new URLSearchParams(values)}` : "";
  return `/sign-in?from=${encodeURIComponent(path + search)}`;
}
