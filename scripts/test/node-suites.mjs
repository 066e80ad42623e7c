// The suites that Node's own runner runs: a folder under `tests/` each.

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { installConsumers } from "../../tests/consumers/support/install.mjs";
import { findChromium } from "../install/browser.mjs";
import { buildPlatform, buildUrls } from "../install/platform.mjs";
import { ensurePython } from "../install/python.mjs";
import { root } from "../run/project.mjs";
import { step } from "../run/run.mjs";
import { countNodeTests } from "./counts.mjs";
import { runSuite } from "./suite.mjs";
import { together } from "./together.mjs";

/** How many processes run at once, each for one file or one folder. What builds apps keeps a core busy; end to end, most waits. */
const AT_ONCE = Math.max(2, availableParallelism() - 1);

const onRealParts = async () => ({ PLATFORM_BIN: await buildPlatform(), CHROMIUM: findChromium() });

/**
 * By folder. `make` makes what a suite needs, and resolves with the environment that tells where it is. `borrows`: what it
 * imports of another suite. `isOfTheDeployment`: it needs nothing of the package. `isLarge`: only `npm test -- --all` runs it.
 * `loadsSources`: it imports TypeScript. `small`: which of its files a plain `npm test` runs. `atOnce`: how many processes. `isTogether`: the files of one folder share
 * one. `isFlat`: what lies in its folders is none of its files.
 */
export const NODE_SUITES = {
  // Some hold the documents to the files that they link to.
  unit: { name: "Unit tests in Node", borrows: ["tests"], loadsSources: true, make: async () => ({}) },
  // The built package on fake platform parts, in Node and in Chromium.
  simulator: { name: "Simulated schedules", make: async () => ({ CHROMIUM: findChromium() }) },
  // The reference deployment and a certified provider, over HTTP and without a browser.
  sso: {
    name: "Single sign-on with a real provider",
    isOfTheDeployment: true,
    make: async () => ({ PLATFORM_BIN: await buildPlatform() }),
  },
  // The command, as people run it, and each fault that it names.
  command: {
    name: "The command",
    borrows: ["tests/bench/start-up/servers", "tests/provider"],
    loadsSources: true,
    // The others plant each fault, and start nginx.
    small: /\/(check|page|types|usage)\.test/,
    make: async () => ({ PLATFORM_BIN: await buildPlatform() }),
  },
  // The judge of return URLs, with each engine's own parser.
  urls: {
    name: "Return URLs in Chromium, Firefox and WebKit",
    borrows: ["tests/engines"],
    isLarge: true,
    async make() {
      await ensurePython();
      return { ...(await onRealParts()), URLS_BIN: await buildUrls() };
    },
  },
  // Each promise end to end, by one body for all three.
  engines: {
    name: "Promises in Chromium, Firefox and WebKit",
    borrows: ["tests/adapters/conformance"],
    isLarge: true,
    make: onRealParts,
  },
  // Each adapter on its real framework, in Node and in Chromium.
  adapters: {
    name: "Adapters",
    isLarge: true,
    loadsSources: true,
    async make() {
      await step("Installing the frameworks", installConsumers);
      return await onRealParts();
    },
  },
  // Apps as people write them, each built by its own tool from the packed package, and driven in Chromium.
  consumers: {
    name: "Consumer apps",
    isLarge: true,
    // Below it lie the frameworks, with tests of their own.
    isFlat: true,
    async make() {
      await step("Packing the package", installConsumers);
      return await onRealParts();
    },
  },
  e2e: {
    name: "End-to-end tests in Chromium",
    // The simulator has played the rest of the package's ways.
    small: /\/(sign-in|tabs)\//,
    atOnce: 2 * AT_ONCE,
    isTogether: true,
    make: onRealParts,
  },
};

/** The files of a suite with `pattern` in their paths; without `all`, those that are small. */
export function testFiles(folder, { pattern = "", all = true } = {}) {
  const { isFlat = false, small } = NODE_SUITES[folder];
  return readdirSync(join(root, "tests", folder), { recursive: !isFlat })
    .map((name) => join("tests", folder, name))
    .filter((path) => path.endsWith(".test.mjs") && path.includes(pattern))
    .filter((path) => all || !small || small.test(path))
    .sort();
}

/** `which`: as for `testFiles`. */
export async function runNodeSuite(folder, totals, which) {
  const { name, make, atOnce = AT_ONCE, isTogether, loadsSources } = NODE_SUITES[folder];
  const found = testFiles(folder, which);
  const files = isTogether ? together(found) : found;
  const env = await make();
  const loader = loadsSources ? ["--import", "tsx"] : [];
  await runSuite(
    name,
    totals,
    countNodeTests,
    [process.execPath, ...loader, "--test", `--test-concurrency=${atOnce}`, "--test-reporter=spec", ...files],
    env,
  );
}
