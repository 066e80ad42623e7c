// Round after round, each contestant once, in an order that gives everyone every place.

import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";

const MEASUREMENT_MS = 120_000;

/** Returns for each of `contestants` what each round measured. The first round is not counted. */
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

/** Measures one contestant in a page of its own. */
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
