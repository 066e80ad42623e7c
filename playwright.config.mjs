// What runs in Chromium under Playwright Test: `npm test` gives it what it needs; by hand, `npx playwright test --ui` after `npm run build`
// and `cargo build --workspace --bin platform`.

import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { launching } from "./tests/e2e/support/scenario.mjs";

const KEPT = "target/playwright";
/** Folders of `tests/`, a project each. */
const FOLDERS = ["adapters/conformance", "adapters/pages", "e2e"];
/** Other people's tools build, install and compile there, which keeps a core busy. */
const BUILDING = { workers: Math.max(2, availableParallelism() - 1), timeout: 15 * 60_000 };

export default defineConfig({
  projects: [
    ...FOLDERS.map((name) => ({ name, testDir: `tests/${name}` })),
    { name: "consumers", testDir: "tests/consumers", ...BUILDING },
  ],
  testMatch: "**/*.test.mjs",
  outputDir: KEPT,
  // Most of a scenario waits.
  workers: 2 * Math.max(2, availableParallelism() - 1),
  timeout: 150_000,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: `${KEPT}/report.json` }]],
  // JavaScript, as it is: what a page is given is the source of a function.
  build: { external: ["**/*.mjs"] },
  use: {
    ...launching(),
    // Without pictures of each step: those are taken by a script in the page, which keeps what the hunt looks for.
    trace: { mode: "retain-on-failure", snapshots: false, screenshots: false },
    screenshot: "only-on-failure",
  },
});
