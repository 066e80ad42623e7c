// The result in one table, for the README: a first visit from near by.

import { speedOf, titleOf } from "../conditions.mjs";
import { LIMIT, PAGES } from "../pages.mjs";

const PROTOCOLS = { h1: "HTTP/1.1", h2: "HTTP/2" };

/** Of these summaries, those that the README and the chart show. */
export const shortOf = (summaries) =>
  summaries.filter(({ condition }) => condition.cache === "cold" && condition.latency === 40);

/** In markdown. */
export function shortTableOf({ browser, rounds, pages, summaries, comparisons }) {
  const shown = shortOf(summaries);
  const heads = shown.map(({ condition }) => {
    const { protocol, slowdown } = condition;
    return `${PROTOCOLS[protocol]}, processor ${speedOf(slowdown)}`;
  });
  const limited = comparisons.filter(({ limit }) => limit !== undefined);
  return [
    `Milliseconds from navigation to the first open gate, and how many times those of (a) with the interval that holds it with 95 %; medians of ${rounds} rounds, 40 ms, 10 Mbit/s, cold cache, Chromium ${browser}:`,
    "",
    `| page | ${heads.join(" | ")} |`,
    `|---|${heads.map(() => "--:|").join("")}`,
    ...pages.map((page) => {
      const cells = shown.map(({ rows }) => cellOf(rows.find((row) => row.page === page)));
      return `| ${[PAGES[page].label, ...cells].join(" | ")} |`;
    }),
    "",
    ...limited.map(
      ({ name, condition, ratio, limit, verdict }) =>
        `- ${name}, ${titleOf(condition)}: ${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)} – ${ratio.high.toFixed(2)}), limit ${limit}: **${verdict}**`,
    ),
  ].join("\n");
}

function cellOf({ page, gate, ratio }) {
  const ms = gate.median.toFixed(0);
  if (page === LIMIT) return ms;
  return `${ms}, ${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)} – ${ratio.high.toFixed(2)})`;
}
