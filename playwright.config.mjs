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

/** A run empties the folder of its own project alone: `npm test` runs one after another, and each may have failures to look at. */
const project = (name) => ({ name, testDir: `tests/${name}`, outputDir: `${KEPT}/${name}` });

export default defineConfig({
  projects: [...FOLDERS.map(project), { ...project("consumers"), ...BUILDING }],
  testMatch: "**/*.test.mjs",
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
