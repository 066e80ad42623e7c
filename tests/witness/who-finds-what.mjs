// Which proof finds which defect: applies each patch of `tests/planted/` to a copy, one after another, runs the model's
// small sizes and the property test on it, and prints the first rule that each finds broken.
//
//   node tests/witness/who-finds-what.mjs              all of them
//   node tests/witness/who-finds-what.mjs a-patch …    those whose name has one of these words

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/project.mjs";
import { CommandFailed, main, run, StepFailed } from "../../scripts/run.mjs";
import { withSourceCopy } from "../../scripts/source-copy.mjs";

const PATCHES = "tests/planted";
const LONGEST_MS = 10 * 60 * 1000;
const PROVERS = {
  model: {
    command: ["cargo", "run", "--quiet", "--release", "--package", "model", "--", "--small", "--first"],
    finding: /^broken: (.+)$/m,
  },
  property: {
    command: ["cargo", "test", "--quiet", "--release", "--package", "witness"],
    finding: /^(?:\[|Breaks\(\[)?\(?(\w+)[^\n]*\n(?:View|minimal|stack)/m,
  },
};

await main(import.meta, async (words) => {
  const patches = readdirSync(join(root, PATCHES)).filter((name) => name.endsWith(".patch"));
  const chosen = patches.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  await withSourceCopy("who-finds-what", async ({ copy, env }) => {
    print("unbroken", await judge(copy, env));
    for (const patch of chosen) {
      const path = join(PATCHES, patch);
      try {
        await apply([path], copy);
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error;
        print(patch, ["does not apply", "does not apply"]);
        continue;
      }
      print(patch, await judge(copy, env));
      await apply(["--reverse", path], copy);
    }
  });
});

async function judge(copy, env) {
  const found = [];
  for (const { command, finding } of Object.values(PROVERS)) {
    const [program, ...given] = command;
    found.push(
      await run(program, given, { cwd: copy, env, timeoutMs: LONGEST_MS }).then(
        () => "–",
        (error) => {
          if (!(error instanceof CommandFailed)) throw error;
          if (/could not compile/.test(error.output)) throw new StepFailed(error.output);
          return finding.exec(error.output)?.[1] ?? "found";
        },
      ),
    );
  }
  return found;
}

function print(name, found) {
  const [model, property] = found;
  console.log(`${name.replace(".patch", "").padEnd(40)} model: ${model} | property test: ${property}`);
}

/** The copy lies within the checkout, and is none of it. */
function apply(commandArguments, copy) {
  return run("git", ["apply", ...commandArguments], { cwd: copy, env: { GIT_CEILING_DIRECTORIES: copy } });
}
