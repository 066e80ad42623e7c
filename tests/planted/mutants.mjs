// Tries every mutant that cargo-mutants makes of `src/api` and `src/core`: a test must fail with each. `.cargo/mutants.toml` leaves out the
// mutants that no test can find, each with its reason.
//
//   node tests/planted/mutants.mjs                        every mutant; fails if one is missed
//   node tests/planted/mutants.mjs --sample 12 --seed 3   a sample over all files, chosen by the seed (default 1)

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureCargoTool } from "../../scripts/install/toolchain.mjs";
import { CommandFailed, main, run, StepFailed, step } from "../../scripts/run/run.mjs";
import { withSourceCopy } from "./source-copy.mjs";

const VERSION = "27.1.0";
const TIMEOUT_MS = 3 * 60 * 60_000;
/** The exit codes of a completed run: 2 if mutants were missed, 3 if tests timed out. */
const COMPLETED = ["exit code 2", "exit code 3"];

const ENVIRONMENT = {
  // A broken rule shows in a few random cases or in a unit test. Failing cases are neither shrunk nor stored.
  PROPTEST_CASES: "64",
  PROPTEST_MAX_SHRINK_ITERS: "0",
  PROPTEST_DISABLE_FAILURE_PERSISTENCE: "1",
};

await main(import.meta, async (commandArguments) => {
  const { values } = parseArgs({
    args: commandArguments,
    options: { sample: { type: "string" }, seed: { type: "string" } },
  });
  await mutants({ sample: values.sample && Number(values.sample), seed: Number(values.seed ?? 1) });
});

/**
 * Tries every mutant, or about `sample` of them, chosen by `seed`. Fails if no test finds a mutant.
 */
async function mutants({ sample, seed }) {
  await ensureCargoMutants();
  await step(sample ? `Mutants, about ${sample} of them` : "Mutants", () =>
    withSourceCopy("mutants", async ({ copy, env, place }) => {
      const options = { cwd: copy, env: { ...env, ...ENVIRONMENT }, timeoutMs: TIMEOUT_MS };
      const cargoMutants = (...commandArguments) => runCargoMutants(commandArguments, options);
      const shard = sample ? shardOf(await cargoMutants("--list"), sample, seed) : [];
      const output = join(place, "mutants.out");
      rmSync(output, { recursive: true, force: true });
      await cargoMutants("--in-place", "--output", place, ...shard);
      judge(output, sample ? `seed ${seed}` : "all");
    }),
  );
}

export async function ensureCargoMutants() {
  // cargo-mutants is a subcommand of cargo's: by its own name it refuses --version.
  await ensureCargoTool("cargo-mutants", "cargo-mutants", VERSION, {
    versionArguments: ["mutants", "--version"],
  });
}

/** Returns the options for every n-th of the listed mutants, from the place that the seed chooses. */
function shardOf(listed, sample, seed) {
  const shards = Math.max(1, Math.ceil(listed.trim().split("\n").length / sample));
  const shard = `${seed % shards}/${shards}`;
  console.log(`  shard ${shard}`);
  return ["--sharding", "round-robin", "--shard", shard];
}

/** Runs cargo-mutants with `options` as for `run`, and returns what it prints, also where it missed mutants. */
export async function runCargoMutants(commandArguments, options) {
  const command = ["cargo", "mutants", "--package", "platform-session", "--colors", "never"];
  try {
    return await run("nice", ["-n", "10", ...command, ...commandArguments], options);
  } catch (error) {
    const isCompleted =
      error instanceof CommandFailed && COMPLETED.some((end) => error.message.endsWith(end));
    if (isCompleted) return error.output;
    throw error;
  }
}

/** Prints the result, and fails if a mutant was missed. A mutant is caught, too, if its tests time out; one that does not compile does not count. */
function judge(directory, chosen) {
  const outcomes = JSON.parse(readFileSync(join(directory, "outcomes.json"), "utf8"));
  const { caught, timeout, unviable, missed } = outcomes;
  const noticed = caught + timeout;
  console.log(
    `  mutants: ${noticed} of ${noticed + missed} caught (${chosen}); ${timeout} by timeout, ${unviable} do not compile`,
  );
  if (missed > 0) {
    console.log(readFileSync(join(directory, "missed.txt"), "utf8").trimEnd());
    throw new StepFailed(`${missed} mutants that no test notices.`);
  }
  if (noticed === 0) throw new StepFailed("No mutant was tried.");
}
