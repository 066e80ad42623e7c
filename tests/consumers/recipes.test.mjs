// The recipes of docs/testing.md, each run by its own tool, with the packed package.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { findChromium } from "../../scripts/install/browser.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { startRelay } from "../e2e/support/relay.mjs";
import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks, installed, repository } from "./support/places.mjs";
import { assertSeen } from "./support/seen.mjs";

const run = (recipe, tool, options, env) =>
  command(`${frameworks}.bin/${tool}`, options, { cwd: examples + recipe, env });

test.describe("The recipe for", () => {
  test.beforeAll(installConsumers);

  test("Vitest with Testing Library", async () => {
    const printed = await run("testing/vitest", "vitest", ["run"]);
    assert.match(printed, /Tests .*11 passed/);
    assert.doesNotMatch(printed, /act\(|Error:|warn/i);
    assertSeen("Vitest with jsdom", { wasm: false });
  });

  test("Vitest with happy-dom in place of jsdom", async () => {
    const printed = await run("testing/vitest", "vitest", ["run", "--environment", "happy-dom"]);
    assert.match(printed, /Tests .*11 passed/);
    assert.doesNotMatch(printed, /act\(|Error:|warn/i);
    assertSeen("Vitest with happy-dom", { wasm: false });
  });

  test("Jest without configuration for the package", async () => {
    const printed = await run("testing/jest", "jest", ["--ci"]);
    assert.match(printed, /Tests: +6 passed, 6 total/);
    assert.doesNotMatch(printed, /console\.|did not exit/);
    assertSeen("Jest", {});
  });

  test("Storybook", async ({ browser }) => {
    const site = `${repository}target/consumers-storybook`;
    await run("testing/storybook", "storybook", ["build", "--output-dir", site]);
    const deployment = await startDeployment({ site });
    // Storybook's pages have inline scripts, which the deployment's policy forbids.
    const rewrite = ({ "content-security-policy": _, ...headers }) => headers;
    const relay = await startRelay(deployment, { rewrite });
    const page = await browser.newPage();
    try {
      const shows = async (story, ...texts) => {
        await page.goto(`${relay.origin}/iframe.html?id=reports--${story}&viewMode=story`);
        for (const text of texts) await page.getByText(text, { exact: true }).waitFor({ timeout: 20_000 });
      };
      await shows("without-the-feature", "Signed in as Ada", "Not for your role");
      await shows("nobody-known", "No user is signed in", "One moment");
      await shows("signed-in", "Signed in as Ada", "Analyse");
      await page.getByText("Sign out").click();
      await page.getByText("No user is signed in").waitFor({ timeout: 20_000 });
      assert.deepEqual(
        relay.received.filter(({ path }) => path.startsWith("/api/")),
        [],
        "no story sends a request to a deployment",
      );
      assertSeen("Storybook", {});
    } finally {
      await page.close();
      await relay.stop();
      await deployment.stop();
    }
  });

  test("Playwright", async () => {
    const site = `${repository}target/consumers-playwright/`;
    rmSync(site, { recursive: true, force: true });
    mkdirSync(site, { recursive: true });
    cpSync(`${examples}testing/playwright/site`, site, { recursive: true });
    symlinkSync(installed, `${site}platform-session`);
    const deployment = await startDeployment({ site });
    try {
      const env = { BASE_URL: deployment.origin, CHROMIUM: findChromium() };
      const printed = await run(
        "testing/playwright",
        "playwright",
        ["test", "--output", `${repository}target/consumers-playwright-results`],
        env,
      );
      assert.match(printed, /5 passed/);
      assertSeen("Playwright", { wasm: true });
    } finally {
      await deployment.stop();
    }
  });
});
