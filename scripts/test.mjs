// Runs every test there is, the quick ones first. A check that fails stops it; a suite that fails does not. The last
// line says how many tests passed and failed. Before it, whatever failed is named, and what is no test has lines of its
// own: planted defects, fuzzing and the contract.
//
//   npm test
//   npm test -- --anew    what passed on the same files before is run, too
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
import { unlessUnchanged } from "./test/cached.mjs";
import { countCargoTests } from "./test/counts.mjs";
import { NODE_SUITES, runNodeSuite, testFiles } from "./test/node-suites.mjs";
import { runSuite } from "./test/suite.mjs";

const FUZZ_SECONDS = 2;
const FUZZ_SEED = 1;
/** Generated requests an operation, in each phase. */
const CONTRACT_EXAMPLES = 20;
const CONTRACT_SEED = 1;
const NATIVE_TESTS = "Native tests";
/** Crates that explore or simulate: slow unless they are optimised. */
const PROOFS = ["model", "stampede", "urls", "witness"];
/** What decides how any suite ends, beside its own folder. */
const SHARED = [
  ...["src", "module", "pkg", "www", "scripts", "docs", "README.md", "package.json", "package-lock.json"],
  ...[".cargo", "Cargo.toml", "Cargo.lock", "rust-toolchain.toml"],
  ...["tests/cases", "tests/platform", "tests/provider", "tests/urls", "tests/consumers"],
  ...["tests/e2e/support", "tests/e2e/site", "tests/adapters/support"],
];
const CRATES = [...["fuzz", "model", "stampede", "witness"].map((name) => `tests/${name}`), "tests/*.rs"];
const inNode = (folder) => {
  const { name, borrows = [] } = NODE_SUITES[folder];
  return suite(name, [`tests/${folder}`, ...borrows], (_, totals) => runNodeSuite(folder, totals));
};
const NATIVE = [
  suite(NATIVE_TESTS, CRATES, nativeTests),
  suite("Every order, a stampede, and return URLs", CRATES, proofs),
  suite("Planted defects", [...CRATES, "tests/planted", "tests/unit"], plantedDefects),
  suite("Fuzzing", CRATES, fuzzTargets),
];
const IN_BROWSERS = [
  suite("WebAssembly tests in Chromium", CRATES, browserTests),
  ...["simulator", "sso", "urls", "engines"].map(inNode),
  suite("The contract", [], contractTests),
  ...["adapters", "consumers", "e2e"].map(inNode),
];

/** A suite that is not run again on the same files. `runIt` is given its name, and the totals. */
function suite(name, inputs, runIt) {
  const runNamed = (totals) => runIt(name, totals);
  return (totals) => unlessUnchanged({ name, inputs: [...SHARED, ...inputs] }, totals, runNamed);
}

await main(import.meta, async (options) => {
  const started = performance.now();
  const [pattern] = options.filter((option) => option !== "--anew");
  const totals = {
    passed: 0,
    failed: 0,
    cached: 0,
    others: [],
    failures: [],
    anew: options.includes("--anew"),
  };
  try {
    if (pattern === undefined) await testAll(totals);
    else await testNamed(pattern, totals);
  } catch (error) {
    fail(error, totals);
  }
  console.log(`\n${seconds(performance.now() - started)} in all`);
  for (const line of [...totals.others, ...totals.failures]) console.log(line);
  if (totals.cached > 0)
    console.log(
      `${totals.cached} are cached: they passed on the same files. npm test -- --anew runs them, too.`,
    );
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
  if (folders.length === 0) return await nativeTests(NATIVE_TESTS, totals, [pattern]);
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

async function nativeTests(name, totals, patterns = []) {
  const others = PROOFS.flatMap((crate) => ["--exclude", crate]);
  const command = ["cargo", "test", "--workspace", ...others, "--no-fail-fast", ...patterns];
  await runSuite(name, totals, countCargoTests, command);
}

/** The small sizes; the large ones: `npm run bench -- proofs`. Each says in lines of its own how far it went. */
async function proofs(name, totals) {
  const packages = PROOFS.flatMap((crate) => ["--package", crate]);
  const command = ["cargo", "test", "--release", ...packages, "--", "--nocapture"];
  await runSuite(name, totals, countCargoTests, command);
}

async function plantedDefects(_, totals) {
  totals.others.push(await planted());
}

async function fuzzTargets(_, totals) {
  totals.others.push(await fuzz({ seconds: FUZZ_SECONDS, seed: FUZZ_SEED }));
}

/** The crate's wasm-bindgen tests, beside what they test and in the files `tests/web*.rs`, in headless Chromium. */
async function browserTests(name, totals) {
  const target = ["--target", WASM_TARGET, "--package", "platform-session", "--lib", "--test", "web*"];
  await runSuite(name, totals, countCargoTests, ["cargo", "test", ...target], {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: wasmTestRunner,
    CHROMEDRIVER: findChromedriver(),
    WASM_BINDGEN_USE_BROWSER: "1",
  });
}

async function contractTests(_, totals) {
  totals.others.push(await contract({ examples: CONTRACT_EXAMPLES, seed: CONTRACT_SEED }));
}
