// One visit after another, each with a cold cache, in an order that gives every page every place.

import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";
import { addressOf } from "./pages.mjs";

export const NETWORK = { latencyMs: 40, megabitsPerSecond: 10 };

const VISIT_MS = 30_000;
// How long after the session is known a page may still ask for something, so that a request made twice is seen.
const SETTLE_MS = 150;

/**
 * Visits every page once a round, `rounds` times at each CPU slowdown, after one round that is not counted.
 * Returns `{ browser, visits: [{ page, slowdown, round, knownMs, readyMs, requests }] }`; `readyMs` is undefined for the
 * pages that are not the package's.
 */
export async function measure({ server, pages, slowdowns, rounds, onRound }) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: chromiumArguments,
    timeout: VISIT_MS,
  });
  try {
    const visits = [];
    for (const slowdown of slowdowns) {
      for (let round = 0; round <= rounds; round += 1) {
        for (const page of rotated(pages, round)) {
          const visited = await visit(browser, server, page, slowdown);
          if (round > 0) visits.push({ page, slowdown, round, ...visited });
        }
        onRound({ slowdown, round });
      }
    }
    return { browser: browser.version(), visits };
  } finally {
    await browser.close();
  }
}

/** One visit in a browser context of its own: nothing cached, no connection open, no compiled code kept. */
async function visit(browser, server, page, slowdown) {
  const context = await browser.newContext();
  context.setDefaultTimeout(VISIT_MS);
  try {
    const tab = await context.newPage();
    const devtools = await context.newCDPSession(tab);
    const bytesPerSecond = (NETWORK.megabitsPerSecond * 1e6) / 8;
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: NETWORK.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const errors = [];
    tab.on("pageerror", (error) => errors.push(error));

    server.takeRequests();
    await tab.goto(`${server.origin}${addressOf(page)}`, { waitUntil: "load" });
    const knownMs = await withDeadline(
      tab.evaluate(() => window.known),
      () => `${page}: the session was not known after ${VISIT_MS} ms. ${errors.join("\n")}`,
    );
    const readyMs = await withDeadline(
      tab.evaluate(() => window.ready),
      () => `${page}: the session was not ready after ${VISIT_MS} ms.`,
    );
    await tab.waitForTimeout(SETTLE_MS);
    if (await tab.locator("#gate").isHidden()) throw new Error(`${page}: the gate did not open`);
    return { knownMs, readyMs, requests: server.takeRequests() };
  } finally {
    await context.close();
  }
}

async function withDeadline(promise, describe) {
  let timer;
  const deadline = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(describe())), VISIT_MS);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

function rotated(list, by) {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
