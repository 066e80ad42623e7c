/** As Next gives it to a page. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

/** The address of the sign-in page, with the way back. The browser keeps the fragment. */
export async function signInFrom(path: string, query: Query) {
  const values = Object.entries(await query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, each]),
  );
  const search = values.length > 0 ? `?${new URLSearchParams(values)}` : "";
  return `/sign-in?from=${encodeURIComponent(path + search)}`;
}
