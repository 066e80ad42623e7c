// Finds the rules of the core that only their own unit tests need. For each mutant that cargo-mutants makes of `src/core/rules`
// and `src/core/state`, runs the property test (`tests/witness`), then the model (`tests/model`, small size), then the tests in
// `src/core/tests`. A mutant that only the last find stands for a rule that no promise needs, or for a promise that the witness
// does not check. Prints these mutants, and those that nothing finds.
//
//   node tests/witness/need.mjs                       every mutant; takes hours
//   node tests/witness/need.mjs --shard 3/16          one in sixteen
//   node tests/witness/need.mjs --file src/core/rules/sign_out.rs
//   node tests/witness/need.mjs --most 5              fails if more than 5 % are found by their own tests alone

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { main, StepFailed, step } from "../../scripts/run/run.mjs";
import { ensureCargoMutants, runCargoMutants } from "../planted/mutants.mjs";
import { withSourceCopy } from "../planted/source-copy.mjs";

const FILES = ["src/core/rules/**/*.rs", "src/core/state/**/*.rs"];
const TIMEOUT_MS = 12 * 60 * 60_000;
/** A failing case is neither shrunk nor stored. */
const ENVIRONMENT = { PROPTEST_MAX_SHRINK_ITERS: "0", PROPTEST_DISABLE_FAILURE_PERSISTENCE: "1" };

await main(import.meta, async (commandArguments) => {
  const { values } = parseArgs({
    args: commandArguments,
    options: {
      shard: { type: "string" },
      file: { type: "string", multiple: true },
      most: { type: "string" },
    },
  });
  await ensureCargoMutants();
  await step("Which rules the promises need", () =>
    withSourceCopy("need", async ({ copy, env, place }) => {
      const output = join(place, "mutants.out");
      /** The mutants that `tests` miss, among those that the options `chosen` choose. */
      const missedBy = async (tests, chosen) => {
        rmSync(output, { recursive: true, force: true });
        const options = ["--no-config", "--baseline=skip", "--timeout=300", "--in-place", "--output", place];
        await runCargoMutants([...chosen, ...options, ...tests], {
          cwd: copy,
          env: { ...env, ...ENVIRONMENT },
          timeoutMs: TIMEOUT_MS,
        });
        return linesOf(output, "missed.txt");
      };
      // With `--re` alone, cargo-mutants also tries mutants of struct fields: so `--file` is given each time, and the result filtered.
      const isAmong = (mutants) => (mutant) => mutants.includes(mutant);
      const optionsFor = (mutants) => mutants.flatMap((mutant) => ["--re", `^${escaped(mutant)}$`]);
      const files = (values.file ?? FILES).flatMap((file) => ["--file", file]);
      const shard = values.shard ? ["--sharding", "round-robin", "--shard", values.shard] : [];
      const missedByScripts = await missedBy(["--test-package=witness"], [...files, ...shard]);
      const count = viableCount(output);
      console.log(`  ${count} mutants that compile; the property test misses ${missedByScripts.length}`);
      const missedByModel = missedByScripts.length
        ? (await missedBy(["--test-package=model"], [...files, ...optionsFor(missedByScripts)])).filter(
            isAmong(missedByScripts),
          )
        : [];
      console.log(`  the model misses ${missedByModel.length} of these`);
      const missedByAll = missedByModel.length
        ? (
            await missedBy(
              ["--test-package=platform-session", "--", "--lib"],
              [...files, ...optionsFor(missedByModel)],
            )
          ).filter(isAmong(missedByModel))
        : [];
      const foundByOwnTest = missedByModel.filter((mutant) => !missedByAll.includes(mutant));
      print("Found by its own test alone", foundByOwnTest);
      print("Found by nothing", missedByAll);
      const share = (100 * foundByOwnTest.length) / Math.max(1, count);
      console.log(
        `  ${foundByOwnTest.length} of ${count} (${share.toFixed(1)} %) by their own test alone, ${missedByAll.length} by nothing`,
      );
      if (values.most && share > Number(values.most)) {
        throw new StepFailed(`More than ${values.most} % of the rules only their own test needs.`);
      }
    }),
  );
});

function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function linesOf(output, name) {
  const file = join(output, name);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}

/** How many of the mutants compiled. */
function viableCount(output) {
  const { caught, timeout, missed } = JSON.parse(readFileSync(join(output, "outcomes.json"), "utf8"));
  return caught + timeout + missed;
}

function print(heading, mutants) {
  if (mutants.length > 0)
    console.log(`  ${heading}:\n${mutants.map((mutant) => `    ${mutant}`).join("\n")}`);
}
