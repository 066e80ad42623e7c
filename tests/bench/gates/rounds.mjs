// Measures each contestant once a round. The order rotates, so that each contestant has every place in it.

import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";

const MEASUREMENT_MS = 120_000;

/** Returns the results of each contestant, by round. The first round is a warm-up and is not counted. */
export async function measureRounds({ origin, contestants, rounds, onRound }) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: chromiumArguments,
  });
  try {
    const measured = contestants.map(() => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (let place = 0; place < contestants.length; place += 1) {
        const index = (place + round) % contestants.length;
        const result = await measureIn(browser, origin, contestants[index]);
        if (round > 0) measured[index].push(result);
      }
      onRound(round);
    }
    return { browser: browser.version(), measured };
  } finally {
    await browser.close();
  }
}

/** Measures one contestant in a new page. */
async function measureIn(browser, origin, { label, given }) {
  const context = await browser.newContext();
  context.setDefaultTimeout(MEASUREMENT_MS);
  try {
    const page = await context.newPage();
    await page.goto(origin, { waitUntil: "load" });
    await page.waitForFunction(() => "measure" in window);
    return await page.evaluate((given) => window.measure(...given), given);
  } catch (error) {
    throw new Error(`${label}: ${error.message}`);
  } finally {
    await context.close();
  }
}
