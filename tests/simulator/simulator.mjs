// Runs a hundred thousand random schedules against the built package, or as many as are asked for.
//   npm run bench -- simulator --schedules N --seed S --workers K --enough F

import { parseArgs } from "node:util";
import { build } from "../../scripts/build.mjs";
import { main, StepFailed, seconds, step } from "../../scripts/run/run.mjs";
import { setup } from "../../scripts/setup.mjs";
import { describeFailure, neverSeen, runMany, summary } from "./run.mjs";

const LARGE = 100_000;

await main(import.meta, async (commandLine) => {
  const number = { type: "string" };
  const options = { schedules: number, seed: number, workers: number, enough: number };
  const { values } = parseArgs({ args: commandLine, options });
  await setup();
  await build();
  await simulate({
    schedules: Number(values.schedules ?? LARGE),
    seed: Number(values.seed ?? 1),
    workers: values.workers === undefined ? undefined : Number(values.workers),
    enough: values.enough === undefined ? undefined : Number(values.enough),
  });
});

/**
 * Runs so many schedules, from that seed on, until `enough` have broken a promise, the first unless told; fails for
 * each of those, or if a state was never seen.
 */
export async function simulate({ schedules, seed, workers, enough }) {
  await step(`Simulating ${schedules} schedules`, async () => {
    const report = (done, milliseconds) => console.log(`  … ${seconds(milliseconds)}  ${done} schedules`);
    const failed = (failure) => console.log(describeFailure(failure));
    const outcome = await runMany({ schedules, seed, workers, enough, report, failed });
    for (const line of summary(outcome)) console.log(`  ${line}`);
    if (outcome.failures.length > 0)
      throw new StepFailed(`${outcome.failures.length} broke a promise, see above`);
    const missing = neverSeen(outcome);
    if (missing.length > 0) throw new StepFailed(`Never seen: ${missing.join(", ")}`);
  });
}
