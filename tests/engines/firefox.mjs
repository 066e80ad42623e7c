import puppeteer from "puppeteer-core";
import { findFirefox } from "../../scripts/install/browser.mjs";
import { within } from "../e2e/support/until.mjs";

const START_MS = 60_000;
const SCRIPT_MS = 300_000;
const WINDOW_MS = 10_000;

/**
 * Starts the Firefox of this machine, driven over WebDriver BiDi by Puppeteer: Playwright needs a newer Firefox than the extended support
 * release, and its scripts are refused by a page's content security policy. WebdriverIO and Selenium need geckodriver, which Debian does not
 * have; its classic protocol runs a script beside the page's globals. So no one driver serves WebKit, too: its driver has only that protocol.
 * @param {Record<string, boolean>} [extraPrefsFirefox]
 * @returns {Promise<import("./engine.mjs").Engine>}
 */
export async function launchFirefox(extraPrefsFirefox = {}) {
  const executablePath = findFirefox();
  if (!executablePath) {
    throw new Error(
      "No Firefox found: install one (Debian: apt-get install firefox-esr) or set FIREFOX to its path",
    );
  }
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    extraPrefsFirefox,
    timeout: START_MS,
    protocolTimeout: SCRIPT_MS,
  });
  const enginePage = (page) => ({
    // The value crosses as JSON: WebDriver BiDi omits deep parts of an object.
    evaluate: async (fn, ...args) => {
      const script = `Promise.resolve((${fn})(...${JSON.stringify(args)})).then((value) => JSON.stringify(value))`;
      const text = await page.evaluate(script);
      return text === undefined ? undefined : JSON.parse(text);
    },
    click: (selector) => page.click(selector),
    isClosed: async () => page.isClosed(),
    close: () => page.close(),
  });
  return {
    version: `Firefox ${(await browser.version()).replace(/^\w+\//, "")}`,
    async open(url) {
      // Each page has its own window: of the tabs of one window, all but one are hidden.
      const page = await browser.newPage({ type: "window" });
      await page.goto(url);
      return enginePage(page);
    },
    async windowOf(act) {
      const created = new Promise((resolve) => browser.once("targetcreated", resolve));
      await act();
      return enginePage(await (await within(WINDOW_MS, "A window to open", created)).page());
    },
    close: () => browser.close(),
  };
}
