// Runs every test there is, the quick ones first. A check that fails stops it; a suite that fails does not. The last
// line says how many tests passed and failed. Before it, whatever failed is named, and what is no test has lines of its
// own: planted defects, fuzzing and the contract.
//
//   npm test
//   npm test -- PATTERN   the test files whose paths hold it, or else the native tests whose names do; with what they need

import { fuzz } from "../tests/fuzz/fuzz.mjs";
import { planted } from "../tests/planted/planted.mjs";
import { contract } from "../tests/platform/contract.mjs";
import { build } from "./build.mjs";
import { check, checkSources } from "./check.mjs";
import { ensureBrowser, findChromedriver } from "./install/browser.mjs";
import { WASM_TARGET, wasmTestRunner } from "./install/toolchain.mjs";
import { main, reportFailure, seconds } from "./run/run.mjs";
import { setup, setupSources } from "./setup.mjs";
import { countCargoTests } from "./test/counts.mjs";
import { NODE_SUITES, runNodeSuite, testFiles } from "./test/node-suites.mjs";
import { runSuite } from "./test/suite.mjs";

const FUZZ_SECONDS = 2;
const FUZZ_SEED = 1;
/** Generated requests an operation, in each phase. */
const CONTRACT_EXAMPLES = 20;
const CONTRACT_SEED = 1;
/** Crates that explore or simulate: slow unless they are optimised. */
const PROOFS = ["model", "stampede", "urls", "witness"];
const NATIVE = [nativeTests, proofs, plantedDefects, fuzzTargets];
const inNode = (folder) => (totals) => runNodeSuite(folder, totals);
const IN_BROWSERS = [
  browserTests,
  ...["simulator", "sso", "urls", "engines"].map(inNode),
  contractTests,
  ...["adapters", "consumers", "e2e"].map(inNode),
];

await main(import.meta, async ([pattern]) => {
  const started = performance.now();
  const totals = { passed: 0, failed: 0, others: [], failures: [] };
  try {
    if (pattern === undefined) await testAll(totals);
    else await testNamed(pattern, totals);
  } catch (error) {
    fail(error, totals);
  }
  console.log(`\n${seconds(performance.now() - started)} in all`);
  for (const line of [...totals.others, ...totals.failures]) console.log(line);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
});

async function testAll(totals) {
  await setupSources();
  await checkSources();
  await runNodeSuite("unit", totals);
  await setup();
  await check();
  await runAll(NATIVE, totals);
  await ensureBrowser();
  await runAll(IN_BROWSERS, totals);
}

/** The test files whose paths hold the pattern; where there is none, the native tests whose names do. */
async function testNamed(pattern, totals) {
  const folders = Object.keys(NODE_SUITES).filter((folder) => testFiles(folder, pattern).length > 0);
  if (folders.length === 0) return await nativeTests(totals, [pattern]);
  await setup({ browser: true });
  if (folders.some((folder) => folder !== "unit")) await build();
  for (const folder of folders) await runNodeSuite(folder, totals, pattern);
}

/** A suite that fails keeps no other from running: one run shows all that is wrong. */
async function runAll(suites, totals) {
  for (const suite of suites) await suite(totals).catch((error) => fail(error, totals));
}

function fail(error, totals) {
  reportFailure(error);
  process.exitCode = 1;
  totals.failures.push(`✗ ${error.message}`);
  // What broke before a test could be counted, be it a lint or a compile error, is a failure too.
  totals.failed = Math.max(totals.failed, 1);
}

async function nativeTests(totals, patterns = []) {
  const others = PROOFS.flatMap((name) => ["--exclude", name]);
  const command = ["cargo", "test", "--workspace", ...others, "--no-fail-fast", ...patterns];
  await runSuite("Native tests", totals, countCargoTests, command);
}

/** The small sizes; the large ones: `npm run bench -- proofs`. Each says in lines of its own how far it went. */
async function proofs(totals) {
  const packages = PROOFS.flatMap((name) => ["--package", name]);
  const command = ["cargo", "test", "--release", ...packages, "--", "--nocapture"];
  await runSuite("Every order, a stampede, and return URLs", totals, countCargoTests, command);
}

async function plantedDefects(totals) {
  totals.others.push(await planted());
}

async function fuzzTargets(totals) {
  totals.others.push(await fuzz({ seconds: FUZZ_SECONDS, seed: FUZZ_SEED }));
}

/** The crate's wasm-bindgen tests, beside what they test and in the files `tests/web*.rs`, in headless Chromium. */
async function browserTests(totals) {
  const target = ["--target", WASM_TARGET, "--package", "platform-session", "--lib", "--test", "web*"];
  await runSuite("WebAssembly tests in Chromium", totals, countCargoTests, ["cargo", "test", ...target], {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: wasmTestRunner,
    CHROMEDRIVER: findChromedriver(),
    WASM_BINDGEN_USE_BROWSER: "1",
  });
}

async function contractTests(totals) {
  totals.others.push(await contract({ examples: CONTRACT_EXAMPLES, seed: CONTRACT_SEED }));
}
