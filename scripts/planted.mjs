// Plants the defects of `tests/planted/` one after another, most of them such as users of other session clients have
// reported, and requires that exactly the tests named in `tests/planted/defects.json` fail for each.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root } from "./project.mjs";
import { CommandFailed, main, run, StepFailed, step } from "./run.mjs";
import { withSourceCopy } from "./source-copy.mjs";

await main(import.meta, () => planted());

/** Answers with how many defects were planted. Fails where one is not caught, or can no longer be planted. */
export async function planted() {
  const defects = JSON.parse(readProjectFile("tests/planted/defects.json"));
  const listed = new Set(defects.map(({ patch }) => `${patch}.patch`));
  const forgotten = readdirSync(join(root, "tests/planted")).find(
    (it) => it.endsWith(".patch") && !listed.has(it),
  );
  if (forgotten) throw new StepFailed(`tests/planted/defects.json names no test for ${forgotten}.`);
  return await step("Planted defects", () =>
    withSourceCopy("planted", async ({ copy, env }) => {
      await judge("Unbroken", copy, env, defects, "passed");
      let caught = 0;
      for (const defect of defects) {
        if (await isCaught(defect, copy, env)) caught += 1;
      }
      console.log(`  ${caught} of ${defects.length} caught`);
      if (caught < defects.length)
        throw new StepFailed("A planted defect was not caught by the tests named for it.");
      return caught;
    }),
  );
}

async function isCaught(defect, copy, env) {
  const patch = `tests/planted/${defect.patch}.patch`;
  const name = [defect.patch, defect["re-creates"] && `(${defect["re-creates"]})`].filter(Boolean).join(" ");
  await apply([patch], copy);
  try {
    await judge(name, copy, env, [defect], "failed");
    console.log(`  ✓ ${name}`);
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.log(`  ✗ ${error.message}`);
    return false;
  } finally {
    await apply(["--reverse", patch], copy);
  }
}

/** The copy lies within the checkout, and is none of it. */
function apply(commandArguments, copy) {
  return run("git", ["apply", ...commandArguments], { cwd: copy, env: { GIT_CEILING_DIRECTORIES: copy } });
}

/** Runs the tests named for the defects, and no others: each must end in the given way. */
async function judge(name, copy, env, defects, expected) {
  const named = (file) => [...new Set(defects.filter((it) => it.file === file).flatMap((it) => it.caughtBy))];
  for (const file of new Set(defects.map((defect) => defect.file))) {
    const tests = named(file);
    const { verdicts, output } = await (file ? runInNode(file, tests, copy) : runNatively(tests, copy, env));
    for (const test of tests) {
      const verdict = verdicts.get(test);
      if (verdict === expected) continue;
      if (verdict === undefined) console.error(output);
      throw new StepFailed(`${name}: ${test} ${verdict ?? "did not run"}.`);
    }
  }
}

async function runNatively(tests, copy, env) {
  const command = ["test", "--package", "platform-session", "--lib", "--", "--exact", ...tests];
  const output = await outputOf("cargo", command, copy, env);
  return { output, verdicts: verdictsIn(output, /^test (?<test>\S+) \.\.\. (?<ending>ok|FAILED)$/gm) };
}

async function runInNode(file, tests, copy) {
  const patterns = tests.map((test) => `--test-name-pattern=${test}`);
  const output = await outputOf(
    process.execPath,
    ["--test", "--test-reporter=spec", ...patterns, file],
    copy,
  );
  return { output, verdicts: verdictsIn(output, /^ *(?<ending>✔|✖) (?<test>.+) \([\d.]+ms\)$/gm) };
}

/** What a command prints, whether it ends well or not. */
async function outputOf(command, commandArguments, cwd, env) {
  try {
    return await run(command, commandArguments, { cwd, env });
  } catch (error) {
    if (error instanceof CommandFailed) return error.output;
    throw error;
  }
}

function verdictsIn(output, line) {
  const endings = { ok: "passed", "✔": "passed", FAILED: "failed", "✖": "failed" };
  return new Map([...output.matchAll(line)].map(({ groups }) => [groups.test, endings[groups.ending]]));
}
