// Breaks `src/api` and `src/core` in every small way that cargo-mutants knows, and requires that a test fails each
// time: one of the crate's own, or else one of the world (`tests/witness`, `tests/model`). What no test can notice is left out
// by `.cargo/mutants.toml`, each with its reason.
//
//   node tests/planted/mutants.mjs                        every mutant; fails where one is missed
//   node tests/planted/mutants.mjs --sample 12 --seed 3   some of them, spread over all files; the seed (1) says which

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureCargoTool } from "../../scripts/install/toolchain.mjs";
import { answerOf, CommandFailed, main, run, StepFailed, step } from "../../scripts/run/run.mjs";
import { withSourceCopy } from "./source-copy.mjs";

const VERSION = "27.1.0";
const TIMEOUT_MS = 3 * 60 * 60_000;
/** cargo-mutants ends so where mutants were missed, and where tests did not come to an end. */
const ENDINGS_THAT_COUNT = ["exit code 2", "exit code 3"];

/** The configuration would ask for the crate's own tests. What it leaves out is not among those that are named. */
const IN_THE_WORLD = [
  ...["--no-config", "--baseline=skip", "--timeout=300"],
  ...["--test-package=witness", "--test-package=model"],
];

const ENVIRONMENT = {
  // What breaks is not made smaller, nor kept.
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
      const cargoMutants = (...commandArguments) => runCargoMutants(commandArguments, copy, env);
      const shard = sample ? shardOf(await cargoMutants("--list"), sample, seed) : [];
      const output = join(place, "mutants.out");
      rmSync(output, { recursive: true, force: true });
      await cargoMutants("--in-place", "--output", place, ...shard);
      const missed = judge(output, sample ? `seed ${seed}` : "all");
      if (missed.length === 0) return;
      await cargoMutants("--in-place", "--output", place, ...IN_THE_WORLD, ...only(missed));
      const survivors = missedIn(output);
      console.log(`  the world misses ${survivors.length} of these\n${survivors.join("\n")}`);
      if (survivors.length > 0) throw new StepFailed(`${survivors.length} mutants that no test notices.`);
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

async function runCargoMutants(commandArguments, cwd, env) {
  const command = ["cargo", "mutants", "--package", "platform-session", "--colors", "never"];
  try {
    return await run("nice", ["-n", "10", ...command, ...commandArguments], {
      cwd,
      env: { ...env, ...ENVIRONMENT },
      timeoutMs: TIMEOUT_MS,
    });
  } catch (error) {
    const counts =
      error instanceof CommandFailed && ENDINGS_THAT_COUNT.some((end) => error.message.endsWith(end));
    if (counts) return error.output;
    throw error;
  }
}

/** The options that name these mutants, and no others. */
export const only = (mutants) =>
  mutants.flatMap((mutant) => ["--re", `^${mutant.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`]);

/** The mutants that the last run missed. */
export function missedIn(output) {
  const file = join(output, "missed.txt");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}

/** Those that were missed. A mutant that keeps the tests from ending counts as caught; one that does not compile, not at all. */
function judge(output, chosen) {
  const { caught, timeout, unviable, missed } = JSON.parse(
    readFileSync(join(output, "outcomes.json"), "utf8"),
  );
  const noticed = caught + timeout;
  console.log(
    `  mutants: ${noticed} of ${noticed + missed} caught (${chosen}); ${timeout} by timeout, ${unviable} do not compile`,
  );
  if (noticed === 0) throw new StepFailed("No mutant was tried.");
  return missedIn(output);
}
