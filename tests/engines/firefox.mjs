import puppeteer from "puppeteer-core";
import { findFirefox } from "../../scripts/install/browser.mjs";

const START_MS = 60_000;
const SCRIPT_MS = 300_000;

/**
 * Starts the Firefox of this machine, as it is, driven over WebDriver BiDi. By Puppeteer: Playwright's way to do so
 * wants a newer Firefox than the extended support release, and is refused by a page's content security policy.
 * @returns {Promise<import("./engine.mjs").Engine>}
 */
export async function launchFirefox() {
  const executablePath = findFirefox();
  if (!executablePath) {
    throw new Error(
      "No Firefox found: install one (Debian: apt-get install firefox-esr) or set FIREFOX to its path",
    );
  }
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    timeout: START_MS,
    protocolTimeout: SCRIPT_MS,
  });
  return {
    version: `Firefox ${(await browser.version()).replace(/^\w+\//, "")}`,
    async open(url) {
      const page = await browser.newPage();
      await page.goto(url);
      return { evaluate: (fn, ...args) => page.evaluate(fn, ...args), close: () => page.close() };
    },
    close: () => browser.close(),
  };
}
