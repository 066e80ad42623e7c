// The result as Markdown tables and as text.

import { cpus } from "node:os";
import { MEGABITS_PER_SECOND, titleOf } from "../conditions.mjs";
import { LIMIT, PAGES } from "../pages.mjs";
import { sumOf } from "./comparison.mjs";

/** Returns a table for each condition, then the comparisons. */
export function tablesOf({ browser, load, rounds, summaries, comparisons }) {
  return [
    `Milliseconds from navigation, median (quartiles) of ${rounds} rounds interleaved; ${MEGABITS_PER_SECOND} Mbit/s, Chromium ${browser}; ${cpus().length} cores, load average ${load.toFixed(1)}.`,
    "Against (a): within a round, their median and its 95 % confidence interval.",
    ...summaries.flatMap(({ condition, rows }) => ["", ...tableOf(condition, rows)]),
    ...(comparisons.length > 0 ? ["", ...comparisonTable(comparisons)] : []),
  ].join("\n");
}

function tableOf(condition, rows) {
  return [
    `| ${titleOf(condition)} | first gate | \`ready\` | against (a) |`,
    "|---|--:|--:|--:|",
    ...rows.map(({ page, gate, ready, ratio }) => {
      const against = page === LIMIT ? "1" : interval(ratio, 2);
      return `| ${[PAGES[page].label, quartiles(gate), quartiles(ready), against].join(" | ")} |`;
    }),
  ];
}

function comparisonTable(comparisons) {
  return [
    "| compared within a round | condition | ratio | limit | |",
    "|---|---|--:|--:|---|",
    ...comparisons.map(
      ({ name, condition, ratio, limit, verdict }) =>
        `| ${name} | ${titleOf(condition)} | ${interval(ratio, 2)} | ${limit ?? ""} | ${verdict ?? ""} |`,
    ),
  ];
}

const quartiles = (times) =>
  times ? `${times.median.toFixed(0)} (${times.p25.toFixed(0)} – ${times.p75.toFixed(0)})` : "";

/** Returns a median with its interval. */
export const interval = (value, digits) =>
  value
    ? `${value.median.toFixed(digits)} (${value.low.toFixed(digits)} – ${value.high.toFixed(digits)})`
    : "";

/** Prints the bytes loaded, the requests, and the missed limits. */
export function printRest({ loaded, headSnippetRequests, repeatedRequests, missed }) {
  console.log("\nBytes loaded, brotli -q 11, beside the document and the session answer");
  for (const [page, files] of Object.entries(loaded)) {
    for (const { path, bytes } of files) printBytes(page, path, bytes);
    printBytes(page, "sum", sumOf(files));
  }
  console.log(`\nRequests of (d) after its document: ${headSnippetRequests.join(", ")}`);
  console.log(`Requests made twice in one visit: ${repeatedRequests.join(", ") || "none"}`);
  console.log(missed.length > 0 ? `Limits missed: ${missed.length}` : "No limit is known to be missed.");
  for (const limit of missed) console.log(`  ${limit}`);
}

function printBytes(page, name, bytes) {
  console.log(`  ${page.padEnd(16)}${name.padEnd(38)}${String(bytes).padStart(6)}`);
}
