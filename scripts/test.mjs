// Runs the tests. A failed check stops the command; a failed suite does not. The last line says how many tests passed and failed. The lines
// before it name each failure, with the command that runs this test alone; suites that count no tests have lines of their own.
//
//   npm test                    runs the checks and the small suites
//   npm test -- --all           also runs the suites that take longest (see scripts/test/suites.mjs)
//   npm test -- PATTERN [NAME]  runs the test files with PATTERN in their paths; if there is none, the native tests with it in their names.
//                               With NAME, only the tests with it in their names

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
 * Runs the checks and the suites in two lanes side by side. One lane compiles the tools and the reference deployment; the other installs the
 * frameworks and builds the package, which keeps only one core busy. Then both take suites from one list: one lane from its end, where cargo's
 * suites are, the other from its beginning, where the browsers' are.
 */
async function testAll(totals, all) {
  await setupSources();
  await checkSources();
  // A failed suite does not stop the next ones, so that one run shows all failures.
  const suites = (lane) =>
    Object.keys(SUITES)
      .filter((key) => SUITES[key].lane === lane && (all || SUITES[key].small))
      .map((key) => () => runSuiteOf(key, totals, { all }).catch((error) => fail(error, totals)));
  const lints = () => lintRust({ all });
  const remaining = [
    ...suites("browsers"),
    // An error is ignored here, because the suite that runs these tests will report it.
    () => compileWasmTests().catch(() => {}),
    ...suites("cargo").reverse(),
  ];
  /** Returns work that runs the remaining suites. `method`: "shift" takes them from the beginning of the list, "pop" from its end. */
  const runRemaining = (method) => async () => {
    for (let work = remaining[method](); work; work = remaining[method]()) await work();
  };
  await sideBySide([
    [NEEDS.tools, NEEDS.platform, ...(all ? [lints] : []), runRemaining("pop")],
    [
      ...suites("first"),
      NEEDS.browsers,
      () => step("Installing the frameworks", installFrameworks),
      // Without `--all`, only the shipped crate is linted, which is done before the tools are compiled.
      ...(all ? [] : [lints]),
      NEEDS.tools,
      NEEDS.package,
      checkPackage,
      runRemaining("shift"),
    ],
  ]);
  await sideBySide([suites("alone")]);
}

/** Runs the test files with the pattern in their paths; if there is none, the native tests with it in their names. */
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
  // A lint or a compile error comes before any test is counted, but is a failure, too.
  totals.failed = Math.max(totals.failed, 1);
}
