// One suite: a runner's command, and the count of its tests.

import { run, StepFailed, step } from "../run/run.mjs";
import { failedTests } from "./counts.mjs";

/** Runs one suite, and adds to the totals what it counted, whether it passed or not. A suite without tests fails. */
export async function runSuite(name, totals, count, [command, ...commandArguments], env) {
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
