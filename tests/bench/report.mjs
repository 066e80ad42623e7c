// The result as people read it.

import { sumOf } from "./comparison.mjs";

/** The pages that are compared, in the order of the table. */
export const LABELS = {
  "inline-fetch": "(a) inline fetch in the document",
  naive: "(b) hand-written module",
  "plain-import": "(c) package, plain import",
  "head-snippet": "(d) package, head snippet",
};

/** Prints the table of times, the ratios, the bytes and the requests. */
export function printReport(result) {
  printTimes(result);
  printRatios(result);
  printBytes(result);
  console.log(`\nRequests of (d) after its document: ${result.headSnippetRequests.join(", ")}`);
  console.log(`Requests made twice in one visit: ${result.repeatedRequests.join(", ") || "none"}`);
  console.log(result.missed.length > 0 ? `Limits missed: ${result.missed.length}` : "All limits are kept.");
  for (const limit of result.missed) console.log(`  ${limit}`);
}

function printTimes({ browser, network, rounds, slowdowns, times }) {
  console.log(`\nTime to a known session, ${rounds} rounds interleaved, cold cache, Chromium ${browser},`);
  console.log(`${network.latencyMs} ms latency, ${network.megabitsPerSecond} Mbit/s; ms, median (p25 – p75)`);
  printCells(
    "",
    slowdowns.map((slowdown) => (slowdown === 1 ? "CPU as is" : `CPU ${slowdown}× slower`)),
  );
  for (const [page, label] of Object.entries(LABELS)) {
    const quartiles = times.filter((row) => row.page === page);
    printCells(
      label,
      quartiles.map(({ median, p25, p75 }) => `${whole(median)} (${whole(p25)} – ${whole(p75)})`),
    );
  }
}

function printRatios({ ratios }) {
  console.log("\nRatios of the medians, and in brackets the median of the rounds' own ratios");
  for (const { name, slowdown, limit, ofMedians, paired } of ratios) {
    const values = `${ofMedians.toFixed(3)} (${paired.toFixed(3)})`;
    printCells(`${name}, CPU ${slowdown === 1 ? "as is" : `${slowdown}× slower`}`, [
      values,
      `limit ${limit}`,
    ]);
  }
}

function printBytes({ loaded }) {
  console.log("\nBytes loaded, brotli -q 11, beside the document and the session answer");
  for (const [page, files] of Object.entries(loaded)) {
    for (const { path, bytes } of files)
      printCells(LABELS[page], [path.padEnd(34), String(bytes).padStart(6)]);
    printCells(LABELS[page], ["sum".padEnd(34), String(sumOf(files)).padStart(6)]);
  }
}

function printCells(label, cells) {
  console.log(`  ${label.padEnd(34)}${cells.map((cell) => cell.padEnd(22)).join("")}`.trimEnd());
}

const whole = (number) => number.toFixed(0);
