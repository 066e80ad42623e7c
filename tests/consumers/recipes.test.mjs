// The recipes of docs/testing.md, each run by the tool that it is for, on the packed package.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { before, describe, it } from "node:test";
import { findChromium } from "../../scripts/install/browser.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers, installed, repository } from "./support/places.mjs";

const run = (recipe, tool, options, env) =>
  command(`${consumers}node_modules/.bin/${tool}`, options, { cwd: consumers + recipe, env });

describe("The recipe for", { timeout: 240_000 }, () => {
  before(installConsumers);

  it("Vitest with Testing Library", async () => {
    const printed = await run("testing/vitest", "vitest", ["run"]);
    assert.match(printed, /Tests .*4 passed/);
    assert.doesNotMatch(printed, /act\(|Error:|warn/i);
  });

  it("Jest as it comes", async () => {
    const printed = await run("testing/jest", "jest", ["--ci"]);
    assert.match(printed, /Tests: +6 passed, 6 total/);
    assert.doesNotMatch(printed, /console\.|did not exit/);
  });

  it("Playwright", async () => {
    const site = `${repository}target/consumers-playwright/`;
    rmSync(site, { recursive: true, force: true });
    mkdirSync(site, { recursive: true });
    cpSync(`${consumers}testing/playwright/site`, site, { recursive: true });
    symlinkSync(installed, `${site}pkg`);
    const deployment = await startDeployment({ site });
    try {
      const env = { BASE_URL: deployment.origin, CHROMIUM: findChromium() };
      const printed = await run(
        "testing/playwright",
        "playwright",
        ["test", "--output", `${repository}target/consumers-playwright-results`],
        env,
      );
      assert.match(printed, /3 passed/);
    } finally {
      await deployment.stop();
    }
  });
});
