// What VitePress's search box imports as MiniSearch. Readers ask in sentences, and in words of their own: what says nothing is
// left out, what has all of the words counts for more, and pages for readers come before those for developers of the
// package.

import MiniSearch from "../../node_modules/minisearch/dist/es/index.js";
import { factorFor } from "./pages.js";
import { queriesOf, termOf } from "./words.js";

const OPTIONS = {
  processTerm: termOf,
  prefix: (term) => term.length > 3,
  fuzzy: (term) => (term.length > 5 ? 0.15 : false),
  boost: { title: 4, titles: 2, text: 1 },
};

/** By how much a place counts that has all of the words. */
const WHOLE = 4;

export default {
  /** The index, as far as the search box uses it. */
  loadJSON(json, { fields, storeFields }) {
    const index = MiniSearch.loadJSON(json, { fields, storeFields });
    return {
      search(question) {
        const queries = queriesOf(question);
        if (queries.length === 0) return [];
        const options = { ...OPTIONS, boostDocument: factorFor(question) };
        const whole = new Set(index.search({ combineWith: "AND", queries }, options).map(({ id }) => id));
        return index
          .search({ combineWith: "OR", queries }, options)
          .map((found) => ({ ...found, score: found.score * (whole.has(found.id) ? WHOLE : 1) }))
          .sort((one, other) => other.score - one.score);
      },
    };
  },
};
