// Every suite: what it runs, what it needs, and how much of it a plain `npm test` runs.

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
/** Generated requests an operation, in each phase. */
const CONTRACT_EXAMPLES = 20;
const CONTRACT_SEED = 1;

/** What suites need, made once for all of them: each resolves with the environment that tells where it is. */
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
 * `lane`: "first" needs nothing built; "browsers" and "cargo" run side by side, in the order of this list, so what takes longest comes first;
 * "alone" has nothing beside it: the drivers of Chromium and WebKit give up on a machine that is busy.
 * `small`: what of it `npm test` runs without `--all`: all, nothing, or the files with paths that match.
 * - Of files: `folder` under `tests/`; below it lie files of its own unless `isFlat`. `loadsSources`: they import TypeScript.
 * - Others: `runIt(totals)`.
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
  // Apps as people write them, each built by its own tool from the packed package, and driven in Chromium. Small: those that differ most.
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
  // What every framework's adapter promises. Small: each in the newest major and the mode that a new project has.
  conformance: {
    name: "Conformance of the adapters in Chromium",
    lane: "browsers",
    folder: "adapters/conformance",
    small: /\/(?:angular|react|solid|svelte|vue)\.test/,
    runner: runPlaywright,
    needs: [...REAL_PARTS, "consumers"],
  },
  // Elements, the form, the inspector, in a page. Small: what the session and its double do alike.
  pages: {
    name: "Adapters in Chromium",
    lane: "browsers",
    folder: "adapters/pages",
    small: /\/behaviours\.test/,
    runner: runPlaywright,
    needs: [...REAL_PARTS, "consumers"],
  },
  // What of the adapters needs no page.
  adapters: {
    name: "Adapters in Node",
    lane: "browsers",
    folder: "adapters",
    small: false,
    loadsSources: true,
    needs: [...REAL_PARTS, "consumers"],
  },
  // The built package on fake platform parts, in Node and in Chromium.
  simulator: {
    name: "Simulated schedules",
    lane: "browsers",
    folder: "simulator",
    small: true,
    needs: ["browsers", "package"],
  },
  // The site of the guides, built and read in Chromium.
  site: {
    name: "The site of the guides",
    lane: "browsers",
    folder: "site",
    small: false,
    needs: ["browsers", "package"],
  },
  // The reference deployment and a certified provider, over HTTP and without a browser.
  sso: {
    name: "Single sign-on with a real provider",
    lane: "browsers",
    folder: "sso",
    small: false,
    needs: ["platform"],
  },
  // The command, as people run it, and each fault that it names. Large: those that plant each fault, and start nginx.
  command: {
    name: "The command",
    lane: "browsers",
    folder: "command",
    small: /\/(?:check|page|password|types|usage)\.test/,
    loadsSources: true,
    needs: ["package", "platform"],
  },
  // Each promise end to end, by one body for all three. Small: those that `e2e` does not ask in Chromium.
  engines: {
    name: "Promises in Chromium, Firefox and WebKit",
    lane: "alone",
    folder: "engines",
    small: /\/(?:firefox|webkit|without-wasm)\.test/,
    needs: REAL_PARTS,
  },
  // The judge of return URLs, with each engine's own parser.
  urls: {
    name: "Return URLs in Chromium, Firefox and WebKit",
    lane: "alone",
    folder: "urls",
    small: false,
    needs: ["python", "urls", ...REAL_PARTS],
  },
  native: { name: "Native tests and proofs", lane: "cargo", small: true, needs: [], runIt: runNativeTests },
  planted: { name: "Planted defects", lane: "cargo", small: false, needs: [], runIt: told(planted) },
  fuzz: {
    name: "Fuzzing",
    lane: "cargo",
    small: false,
    needs: [],
    runIt: told(() => fuzz({ seconds: FUZZ_SECONDS, seed: FUZZ_SEED })),
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
    runIt: told(() => contract({ examples: CONTRACT_EXAMPLES, seed: CONTRACT_SEED })),
  },
  load: { name: "The load", lane: "alone", small: false, needs: [], runIt: told(smallLoad) },
};

/** Runs a suite with all that it needs. `which`: `all` of it or what is small; the files with `pattern` in their paths; the tests with `name` in their names. */
export async function runSuiteOf(key, totals, which) {
  const suite = SUITES[key];
  const env = {};
  for (const need of suite.needs) Object.assign(env, await NEEDS[need]());
  if (suite.runIt) return await suite.runIt(totals);
  const { runner = runNode } = suite;
  await runner(suite, testFiles(key, which), totals, { env, name: which.name });
}

/** The files of a suite with `pattern` in their paths; without `all`, those that are small. What lies in the folder of another suite is that one's. */
export function testFiles(key, { pattern = "", all = true } = {}) {
  const { folder, isFlat = false, small } = SUITES[key];
  if (folder === undefined) return [];
  const within = Object.values(SUITES).filter((suite) => suite.folder?.startsWith(`${folder}/`));
  return readdirSync(join(root, "tests", folder), { recursive: !isFlat })
    .map((name) => join("tests", folder, name))
    .filter((path) => !within.some((suite) => path.startsWith(`tests/${suite.folder}/`)))
    .filter((path) => path.endsWith(".test.mjs") && path.includes(pattern))
    .filter((path) => all || small === true || small.test?.(path))
    .sort();
}

/**
 * Of the whole workspace: for some of its crates alone, cargo would compile what they share once more, with fewer features. The
 * proofs run in their small size, and say in lines of their own how far they went; the large sizes: `npm run bench -- proofs`.
 */
export function runNativeTests(totals, patterns = []) {
  const command = ["test", "--workspace", "--no-fail-fast", ...patterns, "--", "--show-output"];
  return runCargo(SUITES.native.name, totals, command);
}

/** The crate's wasm-bindgen tests, beside what they test and in the files `tests/web*.rs`. */
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

/** In headless Chromium. */
async function runWasmTests(totals) {
  await writeLinkedSources();
  await runCargo(SUITES.wasm.name, totals, WASM_TESTS, {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: wasmTestRunner,
    CHROMEDRIVER: findChromedriver(),
    WASM_BINDGEN_USE_BROWSER: "1",
  });
}

/** What counts no tests, and tells of itself in a line. */
function told(work) {
  return async (totals) => {
    totals.others.push(await work());
  };
}
