// The result in one table, for the README: a first visit from near by.

import { speedOf } from "../conditions.mjs";
import { LIMIT, PAGES } from "../pages.mjs";

const PROTOCOLS = { h1: "HTTP/1.1", h2: "HTTP/2" };

/** Of these summaries, those that the README and the chart show. */
export const shortOf = (summaries) =>
  summaries.filter(({ condition }) => condition.cache === "cold" && condition.latency === 40);

/** In markdown. `on`: the day. */
export function shortTableOf({ browser, load, rounds, pages, summaries, comparisons }, on) {
  const shown = shortOf(summaries);
  const heads = shown.map(({ condition: { protocol, slowdown } }) => {
    return `${PROTOCOLS[protocol]}, processor ${speedOf(slowdown)}`;
  });
  const columns = heads.map(() => "--:|").join("");
  return [
    "Milliseconds from navigation to the first open gate, and how many times those of (a), with its 95 % confidence interval.",
    `Medians of ${rounds} rounds; 40 ms, 10 Mbit/s, cold cache, Chromium ${browser}, ${on}, load average ${load.toFixed(1)}:`,
    "",
    `| page | ${heads.join(" | ")} |`,
    `|---|${columns}`,
    ...pages.map((page) => {
      const cells = shown.map(({ rows }) => cellOf(rows.find((row) => row.page === page)));
      return `| ${[PAGES[page].label, ...cells].join(" | ")} |`;
    }),
    ...limitRows(shown, comparisons),
  ].join("\n");
}

/** One row a comparison that has a limit. */
function limitRows(shown, comparisons) {
  const limited = comparisons.filter(({ limit }) => limit !== undefined);
  return [...new Set(limited.map(({ name }) => name))].map((name) => {
    const cells = shown.map(({ condition }) => {
      const found = limited.find((other) => other.name === name && other.condition === condition);
      if (found === undefined) return "";
      const { ratio, limit, verdict } = found;
      return `${intervalOf(ratio)}; at most ${limit}: **${verdict}**`;
    });
    return `| ${[name, ...cells].join(" | ")} |`;
  });
}

function cellOf({ page, gate, ratio }) {
  const ms = gate.median.toFixed(0);
  if (page === LIMIT) return ms;
  return `${ms}, ${intervalOf(ratio)}`;
}

const intervalOf = ({ median, low, high }) => `${median.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)})`;
