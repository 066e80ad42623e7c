// What VitePress's search box imports as MiniSearch. Readers ask in sentences: what says nothing in one is left out, what has
// all of the words comes before what has some, and pages for readers come before those for developers of the package.

import MiniSearch from "../../node_modules/minisearch/dist/es/index.js";
import { factorOf } from "./pages.js";
import { asksForType, termOf } from "./words.js";

const OPTIONS = {
  processTerm: termOf,
  prefix: (term) => term.length > 3,
  fuzzy: (term) => (term.length > 5 ? 0.15 : false),
  boost: { title: 4, titles: 2, text: 1 },
};

export default {
  /** The index, as far as the search box uses it. */
  loadJSON(json, { fields, storeFields }) {
    const index = MiniSearch.loadJSON(json, { fields, storeFields });
    return {
      search(query) {
        const isAboutType = asksForType(query);
        const options = { ...OPTIONS, boostDocument: (id) => factorOf(id, isAboutType) };
        const strict = index.search(query, { ...options, combineWith: "AND" });
        const seen = new Set(strict.map(({ id }) => id));
        return [...strict, ...index.search(query, options).filter(({ id }) => !seen.has(id))];
      },
    };
  },
};
