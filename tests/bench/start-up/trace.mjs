// Shows where the time of a visit goes, from Chromium's trace of a few visits of each page.
//
//   npm run bench -- trace [--visits N] [--pages NAME,NAME] [--protocol h1,h2] [--slowdown 1,4]
//
// Each figure is the median of the visits.

import { parseArgs } from "node:util";
import { main } from "../../../scripts/run/run.mjs";
import { startServer, titleOf } from "./conditions.mjs";
import { builtSite, CHOICES, chosen, countOf } from "./options.mjs";
import { momentsOf } from "./trace/moments.mjs";
import { recorded } from "./trace/record.mjs";
import { busyTable, traceTables } from "./trace/table.mjs";
import { startBrowser } from "./visits/browser.mjs";
import { visit } from "./visits/visit.mjs";

const PAGES = "inline-fetch,naive,plain-import,head-snippet";

await main(import.meta, async (given) => {
  const { values: options } = parseArgs({
    args: given,
    options: { ...CHOICES, visits: { type: "string", default: "7" } },
  });
  const visits = countOf("visits", options.visits);
  const { pages, conditions } = chosen({ slowdown: "1", pages: PAGES, ...options });
  const site = await builtSite(options, pages);
  const traces = [];
  for (const condition of conditions) traces.push(...(await traced({ condition, site, pages, visits })));
  console.log(`${busyTable(traces)}\n\n${traceTables(traces)}`);
});

async function traced({ condition, site, pages, visits }) {
  console.log(`  … ${titleOf(condition)}`);
  const server = await startServer(condition, site);
  const browser = await startBrowser({ server, cache: condition.cache });
  try {
    const traces = pages.map((page) => ({ condition, page, visits: [] }));
    for (let round = condition.cache === "warm" ? -2 : 0; round <= visits; round += 1) {
      for (const { page, visits: counted } of traces) {
        const around = async (visited, tab) => {
          const { value, events } = await recorded(tab, visited);
          if (round > 0) counted.push(momentsOf(events));
          return value;
        };
        await visit({ browser, server, page, condition, around });
      }
    }
    return traces;
  } finally {
    await browser.close();
    await server.close();
  }
}
