// Visits each page once a round. The order rotates, so that each page has every place in it.

import { loadavg } from "node:os";
import { median } from "../../quantiles.mjs";
import { startServer } from "../conditions.mjs";
import { startBrowser } from "./browser.mjs";
import { visit } from "./visit.mjs";

// The first rounds are not counted. Chromium compiles code at the first visit, stores it at the second, and uses it from the third on.
const WARM_UP_ROUNDS = { cold: 1, warm: 3 };

/**
 * Visits every page once a round, `rounds` times under each condition.
 * Returns `{ browser, load, visits: [{ condition, page, round, known, gate, ready, requests }] }`.
 */
export async function measure({ site, pages, conditions, rounds, onRound }) {
  const visits = [];
  const loads = [];
  let version;
  for (const condition of conditions) {
    const server = await startServer(condition, site);
    const browser = await startBrowser({ server, cache: condition.cache }).catch(async (error) => {
      await server.close();
      throw error;
    });
    version = browser.version;
    try {
      const before = WARM_UP_ROUNDS[condition.cache];
      for (let round = 1 - before; round <= rounds; round += 1) {
        for (const page of rotated(pages, round + before)) {
          const visited = await visit({ browser, server, page, condition });
          if (round > 0) visits.push({ condition, page, round, ...visited });
        }
        loads.push(loadavg()[0]);
        onRound({ condition, round });
      }
    } finally {
      await browser.close();
      await server.close();
    }
  }
  return { browser: version, load: median(loads), visits };
}

function rotated(list, by) {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
