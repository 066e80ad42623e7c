// The list of test suites: what each one runs and needs, and which part of it a plain `npm test` runs.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { smallLoad } from "../../tests/bench/platform/platform.mjs";
import { installConsumers } from "../../tests/consumers/support/install.mjs";
import { fuzz } from "../../tests/fuzz/fuzz.mjs";
import { planted } from "../../tests/planted/planted.mjs";
import { contract } from "../../tests/platform/contract.mjs";
import { build } from "../build.mjs";
import { ensureBrowsers, findChromedriver, findChromium } from "../install/browser.mjs";
import { buildPlatform, buildUrls } from "../install/platform.mjs";
import { ensurePython } from "../install/python.mjs";
import { ensureWasmTools, WASM_TARGET, wasmTestRunner } from "../install/toolchain.mjs";
import { once } from "../run/lanes.mjs";
import { root } from "../run/project.mjs";
import { run, step } from "../run/run.mjs";
import { writeLinkedSources } from "./linked-sources.mjs";
import { runCargo, runNode, runPlaywright } from "./runners.mjs";

const FUZZ_SECONDS = 2;
const FUZZ_SEED = 1;
/** The number of generated requests for each operation of the API, in each phase of the contract test. */
const CONTRACT_EXAMPLES = 20;
const CONTRACT_SEED = 1;

/** The things that suites need, each made once for all suites. Each resolves with environment variables that say where the thing is. */
export const NEEDS = {
  browsers: once(async () => {
    await ensureBrowsers();
    return { CHROMIUM: findChromium() };
  }),
  tools: once(ensureWasmTools),
  package: once(build),
  platform: once(async () => ({ PLATFORM_BIN: await buildPlatform() })),
  urls: once(async () => ({ URLS_BIN: await buildUrls() })),
  consumers: once(() => step("Packing the package for the frameworks", installConsumers)),
  python: once(ensurePython),
};
const REAL_PARTS = ["browsers", "package", "platform"];

/**
 * `lane`: "first" needs no build; "browsers" and "cargo" run side by side, in the order of this list, so the longest suite comes first; "alone" runs
 * with nothing beside it, because the drivers of Chromium and WebKit fail on a busy machine.
 * `small`: the part that `npm test` runs without `--all`: all of it (true), nothing (false), or the files with matching paths.
 * A suite of files has a `folder` under `tests/`, with test files in subfolders unless `isFlat`; `loadsSources`: the files import TypeScript.
 * Any other suite has `runIt(totals)`.
 */
export const SUITES = {
  unit: {
    name: "Unit tests in Node",
    lane: "first",
    folder: "unit",
    small: true,
    loadsSources: true,
    needs: [],
  },
  // Realistic apps, each built by its own tool from the packed package, and driven in Chromium. Small: the apps that differ most.
  consumers: {
    name: "Consumer apps",
    lane: "browsers",
    folder: "consumers",
    small: /\/(?:angular|bundlers|next|script)\.test/,
    isFlat: true,
    runner: runPlaywright,
    needs: [...REAL_PARTS, "consumers"],
  },
  e2e: {
    name: "End-to-end tests in Chromium",
    lane: "browsers",
    folder: "e2e",
    small: true,
    runner: runPlaywright,
    needs: REAL_PARTS,
  },
  // The common behaviour of all frameworks' adapters. Small: each adapter with the framework's newest major version and default mode.
  conformance: {
    name: "Conformance of the adapters in Chromium",
    lane: "browsers",
    folder: "adapters/conformance",
    small: /\/(?:angular|react|solid|svelte|vue)\.test/,
    runner: runPlaywright,
    needs: [...REAL_PARTS, "consumers"],
  },
  // Elements, the form and the inspector in a page. Small: the behaviours that the session and the test session share.
  pages: {
    name: "Adapters in Chromium",
    lane: "browsers",
    folder: "adapters/pages",
    small: /\/behaviours\.test/,
    runner: runPlaywright,
    needs: [...REAL_PARTS, "consumers"],
  },
  // The parts of the adapters that need no page.
  adapters: {
    name: "Adapters in Node",
    lane: "browsers",
    folder: "adapters",
    small: false,
    loadsSources: true,
    needs: [...REAL_PARTS, "consumers"],
  },
  // The built package with simulated browser APIs and a simulated deployment, in Node and in Chromium.
  simulator: {
    name: "Simulated schedules",
    lane: "browsers",
    folder: "simulator",
    small: true,
    needs: ["browsers", "package"],
  },
  // The site of the guides, built, and opened in Chromium.
  site: {
    name: "The site of the guides",
    lane: "browsers",
    folder: "site",
    small: false,
    needs: ["browsers", "package"],
  },
  // The reference deployment and a certified identity provider, over HTTP and without a browser.
  sso: {
    name: "Single sign-on with a real provider",
    lane: "browsers",
    folder: "sso",
    small: false,
    needs: ["platform"],
  },
  // The command, and each fault that it reports. Only with `--all`: the files that plant each fault, and start nginx.
  command: {
    name: "The command",
    lane: "browsers",
    folder: "command",
    small: /\/(?:check|page|password|types|usage)\.test/,
    loadsSources: true,
    needs: ["package", "platform"],
  },
  // End-to-end tests with the same code for all three browsers. Small: the files that `e2e` does not cover in Chromium.
  engines: {
    name: "Promises in Chromium, Firefox and WebKit",
    lane: "alone",
    folder: "engines",
    small: /\/(?:firefox|webkit|without-wasm)\.test/,
    needs: REAL_PARTS,
  },
  // The check of return URLs, with the URL parser of each browser.
  urls: {
    name: "Return URLs in Chromium, Firefox and WebKit",
    lane: "alone",
    folder: "urls",
    small: false,
    needs: ["python", "urls", ...REAL_PARTS],
  },
  native: { name: "Native tests and proofs", lane: "cargo", small: true, needs: [], runIt: runNativeTests },
  planted: { name: "Planted defects", lane: "cargo", small: false, needs: [], runIt: withoutCounts(planted) },
  fuzz: {
    name: "Fuzzing",
    lane: "cargo",
    small: false,
    needs: [],
    runIt: withoutCounts(() => fuzz({ seconds: FUZZ_SECONDS, seed: FUZZ_SEED })),
  },
  wasm: {
    name: "WebAssembly tests in Chromium",
    lane: "alone",
    small: true,
    needs: ["browsers", "tools"],
    runIt: runWasmTests,
  },
  contract: {
    name: "The contract",
    lane: "alone",
    small: false,
    needs: [],
    runIt: withoutCounts(() => contract({ examples: CONTRACT_EXAMPLES, seed: CONTRACT_SEED })),
  },
  load: { name: "The load", lane: "alone", small: false, needs: [], runIt: withoutCounts(smallLoad) },
};

/**
 * Runs a suite, and before it what it needs. `which` selects: `all` files or only the small part; files with `pattern` in their paths; tests with
 * `name` in their names.
 */
export async function runSuiteOf(key, totals, which) {
  const suite = SUITES[key];
  const env = {};
  for (const need of suite.needs) Object.assign(env, await NEEDS[need]());
  if (suite.runIt) return await suite.runIt(totals);
  const { runner = runNode } = suite;
  await runner(suite, testFiles(key, which), totals, { env, name: which.name });
}

/**
 * Returns the files of a suite with `pattern` in their paths; without `all`, only those of its small part. Files in the folder of another suite
 * belong to that suite.
 */
export function testFiles(key, { pattern = "", all = true } = {}) {
  const { folder, isFlat = false, small } = SUITES[key];
  if (folder === undefined) return [];
  const innerSuites = Object.values(SUITES).filter((suite) => suite.folder?.startsWith(`${folder}/`));
  return readdirSync(join(root, "tests", folder), { recursive: !isFlat })
    .map((name) => join("tests", folder, name))
    .filter((path) => !innerSuites.some((suite) => path.startsWith(`tests/${suite.folder}/`)))
    .filter((path) => path.endsWith(".test.mjs") && path.includes(pattern))
    .filter((path) => all || small === true || small.test?.(path))
    .sort();
}

/**
 * Runs the tests of the whole workspace: for single crates, cargo would compile their shared dependencies again with fewer features. The proofs run
 * in their small size, and print how much they have explored; `npm run bench -- proofs` runs the large sizes.
 */
export function runNativeTests(totals, patterns = []) {
  const command = ["test", "--workspace", "--no-fail-fast", ...patterns, "--", "--show-output"];
  return runCargo(SUITES.native.name, totals, command);
}

/** The arguments that run the crate's wasm-bindgen tests, which are beside the code that they test, and in `tests/web*.rs`. */
const WASM_TESTS = [
  "test",
  "--target",
  WASM_TARGET,
  "--package",
  "platform-session",
  "--lib",
  "--test",
  "web*",
];

export const compileWasmTests = () =>
  step("Compiling the WebAssembly tests", async () => {
    await writeLinkedSources();
    await run("cargo", [...WASM_TESTS, "--no-run"]);
  });

/** Runs the wasm-bindgen tests in headless Chromium. */
async function runWasmTests(totals) {
  await writeLinkedSources();
  await runCargo(SUITES.wasm.name, totals, WASM_TESTS, {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: wasmTestRunner,
    CHROMEDRIVER: findChromedriver(),
    WASM_BINDGEN_USE_BROWSER: "1",
  });
}

/** Returns a `runIt` for work that counts no tests, but resolves with a line for the summary. */
function withoutCounts(work) {
  return async (totals) => {
    totals.others.push(await work());
  };
}
