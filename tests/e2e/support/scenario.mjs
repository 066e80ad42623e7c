// Scenarios as the bodies of Playwright's tests: `test("a title", scenario({ site: "demo" }, async ({ context }) => {}))`.

import { test as base } from "@playwright/test";
import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";
import { endAll } from "./endings.mjs";
import { play } from "./play.mjs";

/** Playwright's `test`. At the end of a worker, it stops what the worker's files have shared. */
export const test = base.extend({
  shared: [
    // Playwright demands an object pattern here.
    // biome-ignore lint/correctness/noEmptyPattern: this fixture uses no other.
    async ({}, use) => {
      await use();
      await endAll();
    },
    { scope: "worker", auto: true },
  ],
});

/** How much longer the runner's own limit is than a scenario's: a scenario that takes too long says so itself. */
const ENDING_MS = 30_000;

/** Returns the body of a test that plays a scenario. `scenario(options?, run)`: as for `play`, in Playwright's browser. */
export function scenario(...given) {
  const run = given.pop();
  const [options = {}] = given;
  return async ({ browser }, info) => {
    const lines = [];
    const openContext = async (contextOptions) => {
      const context = await browser.newContext(contextOptions);
      return { context, close: () => context.close() };
    };
    try {
      await play(options, run, {
        openContext,
        tell: (line) => lines.push(line),
        limitMs: info.timeout - ENDING_MS,
      });
    } finally {
      if (lines.length > 0)
        await info.attach("what the pages lines", { body: lines.join("\n"), contentType: "text/plain" });
    }
  };
}

/** Returns the options for `test.use` with the Chromium of this machine, headless, with further `switches`. */
export const launching = (switches = []) => ({
  launchOptions: {
    executablePath: findChromium() ?? undefined,
    args: [...chromiumArguments, ...switches],
    timeout: 20_000,
  },
});
