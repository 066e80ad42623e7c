// The result as people read it.

import { sumOf } from "./comparison.mjs";
import { labelOf } from "./pages.mjs";

/** The conditions, the times and the ratios, in markdown. */
export function tablesOf({ browser, network, rounds, slowdowns, pages, times, ratios }) {
  const { latencyMs, megabitsPerSecond } = network;
  const withReady = pages.filter((page) => times.some((row) => row.page === page && row.until === "readyMs"));
  const heads = slowdowns.map((slowdown) => `CPU ${speed(slowdown)}`);
  return [
    `Milliseconds from navigation to a known session, median (quartiles) of ${rounds} rounds interleaved; cold cache, ${latencyMs} ms`,
    `latency, ${megabitsPerSecond} Mbit/s, Chromium ${browser}:`,
    "",
    `| page | ${heads.join(" | ")} |`,
    `|---|${heads.map(() => "--:|").join("")}`,
    ...pages.map((page) => rowOf(labelOf(page), page, "knownMs", times)),
    ...withReady.map((page) => rowOf(`${labelOf(page)}: until \`ready\``, page, "readyMs", times)),
    "",
    "Ratios within a round, their median and the interval that holds it with 95 %:",
    "",
    "| | processor | ratio | limit | |",
    "|---|---|--:|--:|---|",
    ...ratios.map(
      ({ name, slowdown, ratio, low, high, limit, verdict }) =>
        `| ${name} | ${speed(slowdown)} | ${ratio.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)}) | ${limit ?? ""} | ${verdict ?? ""} |`,
    ),
  ].join("\n");
}

function rowOf(label, page, until, times) {
  const cells = times
    .filter((row) => row.page === page && row.until === until)
    .map(({ median, p25, p75 }) => `${median.toFixed(0)} (${p25.toFixed(0)} – ${p75.toFixed(0)})`);
  return `| ${[label, ...cells].join(" | ")} |`;
}

const speed = (slowdown) => (slowdown === 1 ? "as is" : `${slowdown}× slower`);

/** Prints the bytes and the requests, and what was missed. */
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
