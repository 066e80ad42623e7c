// The pages that are compared. The package's are there once more with another build, where one is given.

/** In the order of the table. `folder`: where the server has it. */
export const PAGES = {
  "inline-fetch": { label: "(a) inline `fetch` in the document, the limit", folder: "bench" },
  "inline-fetch-again": {
    label: "(a) once more: the machine's noise",
    folder: "bench",
    file: "inline-fetch",
  },
  naive: {
    label: "(b) hand-written module of about 60 lines, which does the same job naively",
    folder: "bench",
  },
  "plain-import": { label: "(c) this package, plain import", folder: "bench" },
  "head-snippet": { label: "(d) this package, with the lines in the head", folder: "bench" },
};

export const OTHER_BUILD = {
  "plain-import-other": { label: "(c) with the other build", folder: "other/bench", file: "plain-import" },
  "head-snippet-other": { label: "(d) with the other build", folder: "other/bench", file: "head-snippet" },
};

/** Which takes how much of another's time until the session is known (or `until`); `limit`: how much it may. */
export const COMPARISONS = [
  { name: "a/a", of: "inline-fetch-again", to: "inline-fetch" },
  { name: "c/b", of: "plain-import", to: "naive", limit: 1.1 },
  { name: "d/a", of: "head-snippet", to: "inline-fetch", limit: 1.25 },
  { name: "c/c of the other build", of: "plain-import", to: "plain-import-other" },
  { name: "d/d of the other build", of: "head-snippet", to: "head-snippet-other" },
  {
    name: "c/c of the other build, until `ready`",
    of: "plain-import",
    to: "plain-import-other",
    until: "readyMs",
  },
  {
    name: "d/d of the other build, until `ready`",
    of: "head-snippet",
    to: "head-snippet-other",
    until: "readyMs",
  },
];

const pageOf = (page) => ({ ...PAGES, ...OTHER_BUILD })[page];

export const labelOf = (page) => pageOf(page).label;

export const addressOf = (page) => {
  const { folder, file = page } = pageOf(page);
  return `/${folder}/${file}.html`;
};
