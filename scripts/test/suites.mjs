// Every suite of `npm test`, by what it needs. `isLarge`: only `npm test -- --all` runs it.

import { smallLoad } from "../../tests/bench/platform/platform.mjs";
import { fuzz } from "../../tests/fuzz/fuzz.mjs";
import { planted } from "../../tests/planted/planted.mjs";
import { contract } from "../../tests/platform/contract.mjs";
import { findChromedriver } from "../install/browser.mjs";
import { WASM_TARGET, wasmTestRunner } from "../install/toolchain.mjs";
import { run, step } from "../run/run.mjs";
import { unlessUnchanged } from "./cached.mjs";
import { countCargoTests } from "./counts.mjs";
import { writeLinkedSources } from "./linked-sources.mjs";
import { NODE_SUITES, runNodeSuite } from "./node-suites.mjs";
import { runSuite } from "./suite.mjs";

const FUZZ_SECONDS = 2;
const FUZZ_SEED = 1;
/** Generated requests an operation, in each phase. */
const CONTRACT_EXAMPLES = 20;
const CONTRACT_SEED = 1;
const NATIVE_TESTS = "Native tests and proofs";
const BROWSER_TESTS = "WebAssembly tests in Chromium";
/** What decides how a suite ends, beside its own folder. */
const CRATES = [
  ...["src", "scripts", ".cargo", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "pkg/index.d.ts"],
  ...["cases", "fuzz", "model", "platform", "stampede", "urls", "witness", "*.rs"].map(
    (name) => `tests/${name}`,
  ),
];
const DEPLOYMENT = [...CRATES, "package-lock.json", "tests/provider", "tests/e2e/site", "tests/e2e/support"];
const PACKAGE = [
  ...[...DEPLOYMENT, "pkg", "www", "docs", "README.md", "package.json", "examples"],
  ...["tests/consumers", "tests/adapters/support", "tsconfig.json"],
];

/** Without a browser, and before anything is built. */
export const IN_NODE = [inNode("unit")];

/** Compiled by cargo. */
export const NATIVE = [
  suite(NATIVE_TESTS, CRATES, (totals) => runNativeTests(totals)),
  suite("Planted defects", [...PACKAGE, "tests/planted", "tests/unit"], plantedDefects, true),
  suite("Fuzzing", CRATES, fuzzTargets, true),
];

/** On what was built. What takes longest begins first. */
export const IN_BROWSERS = ["consumers", "e2e", "adapters", "simulator", "command", "sso"].map(inNode);

/** With nothing beside them: the drivers of Chromium and WebKit give up on a machine that is busy. */
export const ALONE = [
  suite(BROWSER_TESTS, PACKAGE, runBrowserTests, true),
  ...["engines", "urls"].map(inNode),
  suite("The contract", DEPLOYMENT, contractTests, true),
  suite("The load", [...DEPLOYMENT, "tests/bench/platform"], loadTest, true),
];

/** A suite that is not run again on the same files. `runIt` is given totals, and whether all is to run. */
function suite(name, inputs, runIt, isLarge = false) {
  const run = (totals, all) => {
    const noted = all ? `${name}, all of it` : name;
    return unlessUnchanged({ name: noted, inputs }, totals, (own) => runIt(own, all));
  };
  return { isLarge, run };
}

function inNode(folder) {
  const { name, borrows = [], isLarge, isOfTheDeployment } = NODE_SUITES[folder];
  const runIt = (totals, all) => runNodeSuite(folder, totals, { all });
  const inputs = isOfTheDeployment ? DEPLOYMENT : PACKAGE;
  return suite(name, [...inputs, `tests/${folder}`, ...borrows], runIt, isLarge);
}

/**
 * Of the whole workspace: for some of its crates alone, cargo would compile what they share once more, with fewer features. The
 * proofs run in their small size, and say in lines of their own how far they went; the large sizes: `npm run bench -- proofs`.
 */
export async function runNativeTests(totals, patterns = []) {
  const command = ["cargo", "test", "--workspace", "--no-fail-fast", ...patterns, "--", "--show-output"];
  await runSuite(NATIVE_TESTS, totals, countCargoTests, command);
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

export const compileBrowserTests = () =>
  step("Compiling the WebAssembly tests", async () => {
    await writeLinkedSources();
    await run("cargo", [...WASM_TESTS, "--no-run"]);
  });

/** In headless Chromium. */
async function runBrowserTests(totals) {
  await writeLinkedSources();
  await runSuite(BROWSER_TESTS, totals, countCargoTests, ["cargo", ...WASM_TESTS], {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: wasmTestRunner,
    CHROMEDRIVER: findChromedriver(),
    WASM_BINDGEN_USE_BROWSER: "1",
  });
}

async function plantedDefects(totals) {
  totals.others.push(await planted());
}

async function fuzzTargets(totals) {
  totals.others.push(await fuzz({ seconds: FUZZ_SECONDS, seed: FUZZ_SEED }));
}

async function contractTests(totals) {
  totals.others.push(await contract({ examples: CONTRACT_EXAMPLES, seed: CONTRACT_SEED }));
}

async function loadTest(totals) {
  totals.others.push(await smallLoad());
}
