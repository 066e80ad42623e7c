// Scenarios as the bodies of Playwright's tests: `test("a title", scenario({ site: "demo" }, async ({ context }) => {}))`.

import { test as base } from "@playwright/test";
import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";
import { endAll } from "./endings.mjs";
import { play } from "./play.mjs";

/** Playwright's own `test`, but it stops at the end of a worker what its files shared. */
export const test = base.extend({
  shared: [
    // Playwright wants the parameter spelled so.
    // biome-ignore lint/correctness/noEmptyPattern: it has no use for another fixture.
    async ({}, use) => {
      await use();
      await endAll();
    },
    { scope: "worker", auto: true },
  ],
});

/** How much longer the runner's own limit is than a scenario's: a scenario that takes too long says so itself. */
const ENDING_MS = 30_000;

/** The body of a test that plays a scenario. `scenario(options?, run)`: as for `play`, in Playwright's browser. */
export function scenario(...given) {
  const run = given.pop();
  const [options = {}] = given;
  return async ({ browser }, info) => {
    const said = [];
    const openContext = async (contextOptions) => {
      const context = await browser.newContext(contextOptions);
      return { context, close: () => context.close() };
    };
    try {
      await play(options, run, {
        openContext,
        tell: (line) => said.push(line),
        limitMs: info.timeout - ENDING_MS,
      });
    } finally {
      if (said.length > 0)
        await info.attach("what the pages said", { body: said.join("\n"), contentType: "text/plain" });
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
