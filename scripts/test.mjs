// Runs the tests. A check that fails stops it; a suite that fails does not. The last line says how many tests passed and
// failed. Before it, whatever failed is named, and what is no test has lines of its own: planted defects, fuzzing and the
// contract.
//
//   npm test              the checks, and what tells of most mistakes
//   npm test -- --all     also what takes longest: what that is, CONTRIBUTING.md says
//   npm test -- --anew    what passed on the same files before is run, too
//   npm test -- PATTERN   the test files with it in their paths, or else the native tests with it in their names; with what they need

import { installFrameworks } from "../tests/consumers/support/install.mjs";
import { build } from "./build.mjs";
import { checkPackage, checkSources, lintRust } from "./check.mjs";
import { ensureBrowsers, ensureChromium } from "./install/browser.mjs";
import { buildPlatform } from "./install/platform.mjs";
import { ensureWasmTools } from "./install/toolchain.mjs";
import { once, sideBySide } from "./run/lanes.mjs";
import { main, reportFailure, seconds, step } from "./run/run.mjs";
import { setup, setupSources } from "./setup.mjs";
import { NODE_SUITES, runNodeSuite, testFiles } from "./test/node-suites.mjs";
import { ALONE, compileBrowserTests, IN_BROWSERS, IN_NODE, NATIVE, runNativeTests } from "./test/suites.mjs";

const FLAGS = ["--all", "--anew"];

await main(import.meta, async (options) => {
  const started = performance.now();
  const [pattern] = options.filter((option) => !FLAGS.includes(option));
  const [all, anew] = FLAGS.map((flag) => options.includes(flag));
  const totals = { passed: 0, failed: 0, cached: 0, others: [], failures: [], anew };
  try {
    if (pattern === undefined) await testAll(totals, all);
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

/**
 * In two lanes. While the tools and the reference deployment compile, the frameworks and the module are made: that one is optimised as
 * a whole, which keeps only one core busy. Then they take the suites of one list from both ends: cargo's, and the browser's.
 */
async function testAll(totals, all) {
  await setupSources();
  await checkSources();
  const browsers = once(all ? ensureBrowsers : ensureChromium);
  const tools = once(ensureWasmTools);
  const built = once(build);
  // A suite that fails keeps no other from running: one run shows all that is wrong.
  const suites = (list, needs = []) =>
    list
      .filter(({ isLarge }) => all || !isLarge)
      .map((suite) => async () => {
        for (const need of needs) await need();
        await suite.run(totals, all).catch((error) => fail(error, totals));
      });
  const lints = () => lintRust({ all });
  const left = [
    ...suites(IN_BROWSERS, [browsers, built]),
    // What does not compile fails once more where it is run, and counts there.
    ...(all ? [() => compileBrowserTests().catch(() => {})] : []),
    ...suites(NATIVE).reverse(),
  ];
  const take = (end) => async () => {
    for (let work = left[end](); work; work = left[end]()) await work();
  };
  await sideBySide([
    [tools, buildPlatform, ...(all ? [lints] : []), take("pop")],
    [
      ...suites(IN_NODE),
      browsers,
      () => step("Installing the frameworks", installFrameworks),
      // Of the crate that ships alone: they are done before the tools are.
      ...(all ? [] : [lints]),
      tools,
      built,
      checkPackage,
      take("shift"),
    ],
  ]);
  await sideBySide([suites(ALONE)]);
}

/** The test files with the pattern in their paths; where there is none, the native tests with it in their names. */
async function testNamed(pattern, totals) {
  const folders = Object.keys(NODE_SUITES).filter((folder) => testFiles(folder, { pattern }).length > 0);
  if (folders.length === 0) return await runNativeTests(totals, [pattern]);
  await setup({ browser: true });
  if (folders.some((folder) => folder !== "unit")) await build();
  for (const folder of folders) await runNodeSuite(folder, totals, { pattern });
}

function fail(error, totals) {
  reportFailure(error);
  process.exitCode = 1;
  totals.failures.push(`✗ ${error.message}`);
  // What broke before a test could be counted, be it a lint or a compile error, is a failure too.
  totals.failed = Math.max(totals.failed, 1);
}
