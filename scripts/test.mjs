// Runs the tests. A check that fails stops it; a suite that fails does not. The last line says how many tests passed and
// failed. Before it, whatever failed is named, with the command that runs it alone; what is no test has lines of its own.
//
//   npm test                    the checks, and what a change of the package can break
//   npm test -- --all           also what takes longest: what that is, scripts/test/suites.mjs says
//   npm test -- PATTERN [NAME]  the test files with it in their paths, or else the native tests with it in their names; with what they need.
//                               NAME: only the tests with it in their names

import { installFrameworks } from "../tests/consumers/support/install.mjs";
import { checkPackage, checkSources, lintRust } from "./check.mjs";
import { sideBySide } from "./run/lanes.mjs";
import { main, reportFailure, seconds, step } from "./run/run.mjs";
import { setup, setupSources } from "./setup.mjs";
import { writeLastFullRun } from "./test/last-full-run.mjs";
import { compileWasmTests, NEEDS, runNativeTests, runSuiteOf, SUITES, testFiles } from "./test/suites.mjs";

await main(import.meta, async (options) => {
  const started = performance.now();
  const all = options.includes("--all");
  const [pattern, name] = options.filter((option) => option !== "--all");
  const totals = { passed: 0, failed: 0, suites: {}, others: [], failures: [] };
  try {
    if (pattern === undefined) await testAll(totals, all);
    else await testNamed(pattern, name, totals);
  } catch (error) {
    fail(error, totals);
  }
  const took = performance.now() - started;
  if (all && pattern === undefined) await writeLastFullRun(totals, took / 1000);
  console.log(`\n${seconds(took)} in all`);
  for (const line of [...totals.others, ...totals.failures]) console.log(line);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
});

/**
 * In two lanes. While the tools and the reference deployment compile, the frameworks and the module are made: that one is optimised as
 * a whole, which keeps only one core busy. Then they take the suites of one list from both ends: cargo's, and the browser's.
 */
async function testAll(totals, all) {
  await setupSources();
  await checkSources();
  // A suite that fails keeps no other from running: one run shows all that is wrong.
  const suites = (lane) =>
    Object.keys(SUITES)
      .filter((key) => SUITES[key].lane === lane && (all || SUITES[key].small))
      .map((key) => () => runSuiteOf(key, totals, { all }).catch((error) => fail(error, totals)));
  const lints = () => lintRust({ all });
  const left = [
    ...suites("browsers"),
    // What does not compile fails once more where it is run, and counts there.
    () => compileWasmTests().catch(() => {}),
    ...suites("cargo").reverse(),
  ];
  const take = (end) => async () => {
    for (let work = left[end](); work; work = left[end]()) await work();
  };
  await sideBySide([
    [NEEDS.tools, NEEDS.platform, ...(all ? [lints] : []), take("pop")],
    [
      ...suites("first"),
      NEEDS.browsers,
      () => step("Installing the frameworks", installFrameworks),
      // Of the crate that ships alone: they are done before the tools are.
      ...(all ? [] : [lints]),
      NEEDS.tools,
      NEEDS.package,
      checkPackage,
      take("shift"),
    ],
  ]);
  await sideBySide([suites("alone")]);
}

/** The test files with the pattern in their paths; where there is none, the native tests with it in their names. */
async function testNamed(pattern, name, totals) {
  const found = Object.keys(SUITES).filter((key) => testFiles(key, { pattern }).length > 0);
  if (found.length === 0) return await runNativeTests(totals, [pattern]);
  await setup();
  for (const key of found)
    await runSuiteOf(key, totals, { pattern, name }).catch((error) => fail(error, totals));
}

function fail(error, totals) {
  reportFailure(error);
  process.exitCode = 1;
  totals.failures.push(`✗ ${error.message}`);
  // What broke before a test could be counted, be it a lint or a compile error, is a failure too.
  totals.failed = Math.max(totals.failed, 1);
}
