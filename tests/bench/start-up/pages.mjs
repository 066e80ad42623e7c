// The pages that are compared. Each has a file in `pages/` and an entry here.
//
// `file`: the name of its file, if it differs. `values`: texts that replace their names in the file. `build`: "other" if the page uses
// the package of `--other`. `headLines`: `false` if the page leaves out the lines of the head snippet. `library`: the
// client that must be installed for the page.

/** The pages that are measured, in the order of the tables. */
export const PAGES = {
  "inline-fetch": { label: "(a) inline `fetch` in the document, the limit" },
  "inline-fetch-again": { label: "(a) once more: the machine's noise", file: "inline-fetch" },
  naive: { label: "(b) hand-written module of about 60 lines" },
  "plain-import": { label: "(c) this package, plain import", file: "head-snippet", headLines: false },
  "head-snippet": { label: "(d) this package, with the lines in the head" },
  "later-wasm": {
    label: "(e) this package, as (d), but the WebAssembly 20 ms later",
    file: "late-preload",
    values: { AFTER_MS: "20" },
  },

  ...Object.fromEntries(
    [
      ["next-auth", "next-auth's client, `getSession`"],
      ["supabase", "Supabase's auth-js, `getUser`"],
      ["auth0", "Auth0's SPA client, `getTokenSilently` and `getUser`"],
    ].map(([library, label]) => [library, { label, file: "bundled", values: { BUNDLE: library }, library }]),
  ),

  "plain-import-other": {
    label: "(c) with the other build",
    file: "head-snippet",
    headLines: false,
    build: "other",
  },
  "head-snippet-other": { label: "(d) with the other build", file: "head-snippet", build: "other" },
};

/** The page that all others are compared with. */
export const LIMIT = "inline-fetch";

/** The comparisons: the time of the page `of` until its first gate (or `until`), divided by that of the page `to`. `limit`: the most, by slowdown of the processor. */
export const COMPARISONS = [
  { name: "a/a", of: "inline-fetch-again", to: "inline-fetch" },
  { name: "c/b", of: "plain-import", to: "naive", limit: { 1: 1.03, 4: 1.03 } },
  { name: "d/a", of: "head-snippet", to: "inline-fetch", limit: { 1: 1.15, 4: 1.2 } },
  { name: "e/a", of: "later-wasm", to: "inline-fetch", limit: { 1: 1.15, 4: 1.2 } },
  ...["plain-import", "head-snippet"].flatMap((page) =>
    ["gate", "ready"].map((until) => ({
      name: `${page === "plain-import" ? "c/c" : "d/d"} of the other build, until ${until}`,
      of: page,
      to: `${page}-other`,
      until,
    })),
  ),
];

/** Returns the names of the pages to visit. `named`: those of `--pages`, where `*` at the end stands for any text. */
export function chosenPages({ named, withOther }) {
  const all = Object.keys(PAGES).filter((page) => withOther || PAGES[page].build !== "other");
  if (named === undefined) return all;
  const isNamed = (page) =>
    named.some((name) => (name.endsWith("*") ? page.startsWith(name.slice(0, -1)) : page === name));
  return all.filter(isNamed);
}

export const addressOf = (page) => `/bench/${page}.html`;
