import { chromium } from "playwright-core";
import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";

/** Starts the Chromium of this machine, headless, with further `switches`. */
export function launchBrowser(switches = []) {
  const executablePath = findChromium();
  if (!executablePath) {
    throw new Error(
      "No Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM to its path",
    );
  }
  return chromium.launch({ executablePath, args: [...chromiumArguments, ...switches], timeout: 20_000 });
}
