// Breaks `src/api` and `src/core` in every small way that cargo-mutants knows, and requires that a test fails each
// time. What no test can notice is left out by `.cargo/mutants.toml`, each with its reason.
//
//   node tests/planted/mutants.mjs                        every mutant; fails where one is missed
//   node tests/planted/mutants.mjs --sample 12 --seed 3   some of them, spread over all files; the seed (1) says which

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureCargoTool } from "../../scripts/install/toolchain.mjs";
import { answerOf, CommandFailed, main, run, StepFailed, step } from "../../scripts/run/run.mjs";
import { withSourceCopy } from "./source-copy.mjs";

const VERSION = "27.1.0";
const TIMEOUT_MS = 3 * 60 * 60_000;
/** cargo-mutants ends so where mutants were missed, and where tests did not come to an end. */
const ENDINGS_THAT_COUNT = ["exit code 2", "exit code 3"];

const ENVIRONMENT = {
  // A broken rule shows within few random orders or in a named test; what shows is not made smaller, nor kept.
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
 * Tries every mutant, or about `sample` of them, chosen by `seed`. Fails where one was missed: no test notices the
 * change.
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
  // Called as cargo's command only: by its own name it would not say its version.
  if ((await answerOf("cargo", ["mutants", "--version"])) === `cargo-mutants ${VERSION}`) return;
  await ensureCargoTool("cargo-mutants", "cargo-mutants", VERSION);
}

/** Every n-th of the mutants listed, beginning with the one that the seed names. */
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
    const counts =
      error instanceof CommandFailed && ENDINGS_THAT_COUNT.some((end) => error.message.endsWith(end));
    if (counts) return error.output;
    throw error;
  }
}

/** A mutant that keeps the tests from ending counts as caught. One that does not compile is not counted. */
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
