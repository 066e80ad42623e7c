// The browser for all visits of a condition.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumArguments, findChromium } from "../../../../scripts/install/browser.mjs";

const START_MS = 30_000;

/**
 * With a cold cache, `open` makes a new context for each visit, without cached files, connections or compiled code. With a warm one, all
 * visits share a profile on disk, where Chromium also keeps compiled code.
 */
export async function startBrowser({ server, cache }) {
  const { chromium } = await import("playwright-core");
  const options = {
    executablePath: findChromium(),
    args: [...chromiumArguments, ...server.browserArguments],
    timeout: START_MS,
  };
  if (cache === "cold") {
    const browser = await chromium.launch(options);
    return {
      version: browser.version(),
      browser,
      async open() {
        const context = await browser.newContext();
        return { tab: await context.newPage(), leave: () => context.close() };
      },
      close: () => browser.close(),
    };
  }
  const profile = mkdtempSync(join(tmpdir(), "start-up-profile-"));
  const context = await chromium.launchPersistentContext(profile, options);
  return {
    version: context.browser()?.version() ?? (await versionOf(context)),
    browser: context.browser(),
    async open() {
      await server.disconnect();
      const tab = await context.newPage();
      return { tab, leave: () => tab.close() };
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

async function versionOf(context) {
  const devtools = await context.newCDPSession(context.pages()[0]);
  return (await devtools.send("Browser.getVersion")).product.replace(/^.*\//, "");
}
