// The result in one small table, for the README: a first visit from near by, over HTTP/2.

import { MEGABITS_PER_SECOND } from "../conditions.mjs";
import { LIMIT } from "../pages.mjs";

/** What the README calls a page. */
const NAMES = {
  "inline-fetch": "an inline `fetch`, the limit",
  "head-snippet": "this package, with the lines in the head",
  naive: "a hand-written module of 60 lines",
  "plain-import": "this package, plain import",
};

/** Of these summaries, those that the chart shows. */
export const shortOf = (summaries) =>
  summaries.filter(({ condition }) => condition.cache === "cold" && condition.latency === 40);

/** In markdown. */
export function shortTableOf({ summaries }) {
  const { rows } = shortOf(summaries).find(
    ({ condition: { protocol, slowdown } }) => protocol === "h2" && slowdown === 1,
  );
  const shown = rows.filter(({ page }) => page in NAMES).sort((a, b) => a.gate.median - b.gate.median);
  return [
    `| HTTP/2, 40 ms, ${MEGABITS_PER_SECOND} Mbit/s | ms | against the limit |`,
    "|---|--:|--:|",
    ...shown.map(({ page, gate, ratio }) => {
      const times = page === LIMIT ? "1" : ratio.median.toFixed(2);
      return `| ${NAMES[page]} | ${gate.median.toFixed(0)} | ${times} |`;
    }),
  ].join("\n");
}
