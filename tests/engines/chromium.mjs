import { launchBrowser } from "../e2e/support/browser.mjs";

/**
 * Starts the Chromium of this machine, driven by Playwright.
 * @returns {Promise<import("./engine.mjs").Engine>}
 */
export async function launchChromium() {
  const browser = await launchBrowser();
  // Pages that share their cookies, as in the other engines.
  const context = await browser.newContext();
  return {
    version: `Chromium ${browser.version()}`,
    async open(url) {
      const page = await context.newPage();
      await page.goto(url);
      return {
        // As text: Playwright takes functions with one argument only.
        evaluate: (fn, ...args) => page.evaluate(`(${fn})(...${JSON.stringify(args)})`),
        close: () => page.close(),
      };
    },
    close: () => browser.close(),
  };
}
