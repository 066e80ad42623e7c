// Runs a million random schedules against the built package. npm run simulator -- --schedules N --seed S --workers K

import { parseArgs } from "node:util";
import { describeFailure, neverSeen, runMany, summary } from "../tests/simulator/run.mjs";
import { build } from "./build.mjs";
import { main, StepFailed, seconds, step } from "./run.mjs";
import { setup } from "./setup.mjs";

const MILLION = 1_000_000;

await main(import.meta, async (commandLine) => {
  const number = { type: "string" };
  const options = { schedules: number, seed: number, workers: number };
  const { values } = parseArgs({ args: commandLine, options });
  await setup();
  await build();
  await simulate({
    schedules: Number(values.schedules ?? MILLION),
    seed: Number(values.seed ?? 1),
    workers: values.workers === undefined ? undefined : Number(values.workers),
  });
});

/** Runs so many schedules, from that seed on; fails at the first that breaks a promise, or if a state was never seen. */
export async function simulate({ schedules, seed, workers }) {
  await step(`Simulating ${schedules} schedules`, async () => {
    const report = (done, milliseconds) => console.log(`  … ${seconds(milliseconds)}  ${done} schedules`);
    const outcome = await runMany({ schedules, seed, workers, report });
    for (const line of summary(outcome)) console.log(`  ${line}`);
    if (outcome.failures.length > 0) throw new StepFailed(outcome.failures.map(describeFailure).join("\n\n"));
    const missing = neverSeen(outcome);
    if (missing.length > 0) throw new StepFailed(`Never seen: ${missing.join(", ")}`);
  });
}
