// Which rules of the core only the tests written for them need. Breaks `src/core/rules` and `src/core/state` in every small way
// that cargo-mutants knows, and plays the world (`tests/witness`) and explores it (`tests/model`, small size) with each. What
// neither finds, but a test in `src/core/tests` does, is a rule that no promise needs, or a promise that no rule of the world
// tells: it is printed, as is what nothing finds.
//
//   node tests/witness/need.mjs                       every mutant; takes hours
//   node tests/witness/need.mjs --shard 3/16          one in sixteen
//   node tests/witness/need.mjs --file src/core/rules/sign_out.rs
//   node tests/witness/need.mjs --most 5              fails where more than 5 % are found by their own test alone

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { main, StepFailed, step } from "../../scripts/run/run.mjs";
import { ensureCargoMutants, runCargoMutants } from "../planted/mutants.mjs";
import { withSourceCopy } from "../planted/source-copy.mjs";

const FILES = ["src/core/rules/**/*.rs", "src/core/state/**/*.rs"];
const TIMEOUT_MS = 12 * 60 * 60_000;
/** What breaks is not made smaller, nor kept. */
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
      /** What these tests miss of the mutants chosen. */
      const missed = async (chosen, tests) => {
        rmSync(output, { recursive: true, force: true });
        const options = ["--no-config", "--baseline=skip", "--timeout=300", "--in-place", "--output", place];
        await runCargoMutants([...chosen, ...options, ...tests], {
          cwd: copy,
          env: { ...env, ...ENVIRONMENT },
          timeoutMs: TIMEOUT_MS,
        });
        return listed(output, "missed.txt");
      };
      // `--file` each time: `--re` alone leaves mutants of struct fields in.
      const among = (mutants) => (mutant) => mutants.includes(mutant);
      const those = (mutants) => mutants.flatMap((mutant) => ["--re", `^${escaped(mutant)}$`]);
      const files = (values.file ?? FILES).flatMap((file) => ["--file", file]);
      const shard = values.shard ? ["--sharding", "round-robin", "--shard", values.shard] : [];
      const byScripts = await missed([...files, ...shard], ["--test-package=witness"]);
      const count = outcomes(output);
      console.log(`  ${count} mutants that compile; the scripts miss ${byScripts.length}`);
      const byWorld = byScripts.length
        ? (await missed([...files, ...those(byScripts)], ["--test-package=model"])).filter(among(byScripts))
        : [];
      console.log(`  the model misses ${byWorld.length} of these`);
      const byAll = byWorld.length
        ? (
            await missed([...files, ...those(byWorld)], ["--test-package=platform-session", "--", "--lib"])
          ).filter(among(byWorld))
        : [];
      const byItsTest = byWorld.filter((mutant) => !byAll.includes(mutant));
      print("Found by its own test alone", byItsTest);
      print("Found by nothing", byAll);
      const share = (100 * byItsTest.length) / Math.max(1, count);
      console.log(
        `  ${byItsTest.length} of ${count} (${share.toFixed(1)} %) by their own test alone, ${byAll.length} by nothing`,
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

function listed(output, name) {
  const file = join(output, name);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}

/** How many mutants compiled. */
function outcomes(output) {
  const { caught, timeout, missed } = JSON.parse(readFileSync(join(output, "outcomes.json"), "utf8"));
  return caught + timeout + missed;
}

function print(heading, mutants) {
  if (mutants.length > 0)
    console.log(`  ${heading}:\n${mutants.map((mutant) => `    ${mutant}`).join("\n")}`);
}
