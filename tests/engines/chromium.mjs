import { launchBrowser } from "../e2e/support/browser.mjs";

const WINDOW_MS = 10_000;

/**
 * Starts the Chromium of this machine, driven by Playwright.
 * @returns {Promise<import("./engine.mjs").Engine>}
 */
export async function launchChromium() {
  const browser = await launchBrowser();
  // One context: pages share their cookies, as in the other engines.
  const context = await browser.newContext();
  const enginePage = (page) => ({
    // Passed as text: Playwright takes functions with one argument only.
    evaluate: (fn, ...args) => page.evaluate(`(${fn})(...${JSON.stringify(args)})`),
    click: (selector) => page.click(selector),
    isClosed: async () => page.isClosed(),
    close: () => page.close(),
  });
  return {
    version: `Chromium ${browser.version()}`,
    async open(url) {
      const page = await context.newPage();
      await page.goto(url);
      return enginePage(page);
    },
    async windowOf(act) {
      const [page] = await Promise.all([context.waitForEvent("page", { timeout: WINDOW_MS }), act()]);
      return enginePage(page);
    },
    close: () => browser.close(),
  };
}
