// The part of the result that the documents show: a first visit with 40 ms latency and without slowdown.

import { MEGABITS_PER_SECOND } from "../conditions.mjs";
import { LIMIT } from "../pages.mjs";
import { interval, tablesOf } from "./tables.mjs";

/** The labels of the pages in docs/figures.md. */
const NAMES = {
  "inline-fetch": "an inline `fetch`, the limit",
  "head-snippet": "this package, with the lines in the head",
  naive: "a hand-written module of 60 lines",
  "plain-import": "this package, plain import",
};

/** Whether the documents show a condition. */
export const isDocumented = ({ cache, latency, slowdown }) =>
  cache === "cold" && latency === 40 && slowdown === 1;

/** Returns the part of the result that the documents show. */
export function documentedOf(result) {
  const [summaries, comparisons] = [result.summaries, result.comparisons].map((all) =>
    all.filter(({ condition }) => isDocumented(condition)),
  );
  // The second `inline-fetch` shows the noise of the machine. The comparisons have it already.
  const withoutNoise = ({ condition, rows }) => ({
    condition,
    rows: rows.filter(({ page }) => page !== "inline-fetch-again"),
  });
  return { ...result, summaries: summaries.map(withoutNoise), comparisons };
}

/** Returns a table for each protocol, then one of the limits, in Markdown. */
export const documentedTablesOf = (result) =>
  `${tablesOf({ ...result, comparisons: [] })}\n\n${limitTableOf(result.comparisons)}`;

function limitTableOf(comparisons) {
  const names = [...new Set(comparisons.map(({ name }) => name))];
  return [
    "| within a round | HTTP/1.1 | HTTP/2 | limit |",
    "|---|--:|--:|--:|",
    ...names.map((name) => {
      const [h1, h2] = ["h1", "h2"].map((protocol) =>
        comparisons.find((one) => one.name === name && one.condition.protocol === protocol),
      );
      const cells = [h1, h2].map(({ ratio, verdict }) =>
        [interval(ratio, 2), verdict ?? []].flat().join(", "),
      );
      return `| ${name} | ${cells.join(" | ")} | ${h1.limit ?? ""} |`;
    }),
  ].join("\n");
}

/** Returns a small table over HTTP/2 in Markdown, for docs/figures.md. */
export function shortTableOf({ summaries }) {
  const { rows } = summaries.find(({ condition }) => condition.protocol === "h2");
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
