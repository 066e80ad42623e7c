// Runs every test there is, the quick ones first. A check that fails stops it; a suite that fails does not. The last
// line says how many tests passed and failed. Before it, whatever failed is named, and what is no test has lines of its
// own: planted defects, fuzzing and the contract.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installConsumers } from "../tests/consumers/support/install.mjs";
import { fuzz } from "../tests/fuzz/fuzz.mjs";
import { planted } from "../tests/planted/planted.mjs";
import { contract } from "../tests/platform/contract.mjs";
import { check, checkSources } from "./check.mjs";
import { ensureBrowser, findChromedriver, findChromium } from "./install/browser.mjs";
import { buildPlatform, buildUrls } from "./install/platform.mjs";
import { ensurePython } from "./install/python.mjs";
import { WASM_TARGET, wasmTestRunner } from "./install/toolchain.mjs";
import { root } from "./run/project.mjs";
import { main, reportFailure, run, StepFailed, seconds, step } from "./run/run.mjs";
import { countCargoTests, countNodeTests, failedTests } from "./run/test-counts.mjs";
import { setup, setupSources } from "./setup.mjs";

const FUZZ_SECONDS = 2;
const FUZZ_SEED = 1;
/** Generated requests an operation, in each phase. */
const CONTRACT_EXAMPLES = 20;
const CONTRACT_SEED = 1;
/** Crates that explore or simulate: slow unless they are optimised. */
const PROOFS = ["model", "stampede", "urls", "witness"];
const NATIVE = [nativeTests, proofs, plantedDefects, fuzzTargets];
const IN_BROWSERS = [
  browserTests,
  simulatorTests,
  singleSignOnTests,
  returnUrls,
  contractTests,
  adapterTests,
  consumerTests,
  endToEndTests,
];

await main(import.meta, async () => {
  const started = performance.now();
  const totals = { passed: 0, failed: 0, others: [], failures: [] };
  try {
    await setupSources();
    await checkSources();
    await unitTests(totals);
    await setup();
    await check();
    await runAll(NATIVE, totals);
    await ensureBrowser();
    await runAll(IN_BROWSERS, totals);
  } catch (error) {
    fail(error, totals);
  }
  console.log(`\n${seconds(performance.now() - started)} in all`);
  for (const line of [...totals.others, ...totals.failures]) console.log(line);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
});

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

async function nativeTests(totals) {
  const others = PROOFS.flatMap((name) => ["--exclude", name]);
  const command = ["cargo", "test", "--workspace", ...others, "--no-fail-fast"];
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

async function unitTests(totals) {
  const files = testFiles("tests/unit");
  if (files.length === 0) return;
  await runSuite("Unit tests in Node", totals, countNodeTests, nodeTest(files));
}

/** The built package on fake platform parts, in Node and in Chromium. */
async function simulatorTests(totals) {
  const env = { CHROMIUM: findChromium() };
  await runSuite("Simulated schedules", totals, countNodeTests, nodeTest(testFiles("tests/simulator")), env);
}

/** The reference deployment and a certified provider, over HTTP and without a browser. */
async function singleSignOnTests(totals) {
  const env = { PLATFORM_BIN: await buildPlatform() };
  await runSuite(
    "Single sign-on with a real provider",
    totals,
    countNodeTests,
    nodeTest(testFiles("tests/sso")),
    env,
  );
}

/** The judge of return URLs, with each engine's own parser. */
async function returnUrls(totals) {
  await ensurePython();
  const env = { PLATFORM_BIN: await buildPlatform(), URLS_BIN: await buildUrls(), CHROMIUM: findChromium() };
  const files = testFiles("tests/urls");
  await runSuite("Return URLs in Chromium, Firefox and WebKit", totals, countNodeTests, nodeTest(files), env);
}

async function contractTests(totals) {
  totals.others.push(await contract({ examples: CONTRACT_EXAMPLES, seed: CONTRACT_SEED }));
}

/** Each adapter on its real framework, in Node and in Chromium. */
async function adapterTests(totals) {
  await step("Installing the frameworks", installConsumers);
  const env = { PLATFORM_BIN: await buildPlatform(), CHROMIUM: findChromium() };
  await runSuite("Adapters", totals, countNodeTests, nodeTest(testFiles("tests/adapters")), env);
}

/** Apps as people write them, each built by its own tool from the packed package, and driven in Chromium. */
async function consumerTests(totals) {
  await step("Packing the package", installConsumers);
  const env = { PLATFORM_BIN: await buildPlatform(), CHROMIUM: findChromium() };
  const files = testFiles("tests/consumers", { recursive: false });
  await runSuite("Consumer apps", totals, countNodeTests, nodeTest(files), env);
}

async function endToEndTests(totals) {
  const env = { PLATFORM_BIN: await buildPlatform(), CHROMIUM: findChromium() };
  await runSuite(
    "End-to-end tests in Chromium",
    totals,
    countNodeTests,
    nodeTest(testFiles("tests/e2e")),
    env,
  );
}

/** Runs one suite, and adds to the totals what it counted, whether it passed or not. A suite without tests fails. */
async function runSuite(name, totals, count, [command, ...commandArguments], env) {
  await step(name, async () => {
    const { output, failure } = await run(command, commandArguments, { env }).then(
      (output) => ({ output, failure: null }),
      (failure) => ({ output: failure.output ?? "", failure }),
    );
    const counts = count(output);
    totals.passed += counts.passed;
    totals.failed += counts.failed;
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    for (const [line] of output.matchAll(
      /^\W*\w+: .*\d.*(?:explored|schedules|tried|clients|searched|judged).*$/gm,
    )) {
      console.log(`  ${line.replace(/^\W+/, "")}`);
    }
    console.log(`  ${counts.passed} passed, ${counts.failed} failed${skipped}`);
    totals.failures.push(...failedTests(output).map((test) => `✗ ${name}: ${test}`));
    if (failure) throw failure;
    if (counts.failed > 0)
      throw new StepFailed(`${name}: the runner reports success, but ${counts.failed} failed.`);
    if (counts.passed === 0) throw new StepFailed(`${name}: no test ran.`);
  });
}

function nodeTest(files) {
  return [process.execPath, "--test", "--test-reporter=spec", ...files];
}

function testFiles(folder, { recursive = true } = {}) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive })
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => join(folder, name))
    .sort();
}
