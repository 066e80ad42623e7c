// Plants the defects of this folder (the patches) one after another. Users of other session clients have reported most of them.
//
// `tests/planted/caught-by.json` names tests for each defect. Only these tests run: first without any defect, when all of them must pass,
// then with each defect, when every test named for it must fail. Other tests may fail, too.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root } from "../../scripts/run/project.mjs";
import { CommandFailed, main, run, StepFailed, step } from "../../scripts/run/run.mjs";
import { applyInCopy, withSourceCopy } from "./source-copy.mjs";

await main(import.meta, () => planted());

/** Returns a line with the number of caught defects. Fails if a defect is not caught, or its patch does not apply. */
export async function planted() {
  const defects = readDefects();
  return await step("Planted defects", () =>
    withSourceCopy("planted", async ({ copy, env }) => {
      await judge("Unbroken", copy, env, defects, "passed");
      let caught = 0;
      for (const defect of defects) {
        if (await isCaught(defect, copy, env)) caught += 1;
      }
      const summary = `planted: ${caught} of ${defects.length} caught`;
      console.log(`  ${summary}`);
      if (caught < defects.length)
        throw new StepFailed("A planted defect was not caught by the tests named for it.");
      return summary;
    }),
  );
}

/** Fails if a patch does not apply, or has no test in caught-by.json. */
export async function checkPlanted() {
  for (const { patch } of readDefects()) await run("git", ["apply", "--check", patchFile(patch)]);
}

function patchFile(name) {
  return `tests/planted/${name}.patch`;
}

/** Returns the listed defects. Each patch must be listed once, with a test: a defect without tests would count as caught. */
function readDefects() {
  const defects = JSON.parse(readProjectFile("tests/planted/caught-by.json"));
  const patches = readdirSync(join(root, "tests/planted")).filter((name) => name.endsWith(".patch"));
  for (const name of patches) {
    const tests = defects.filter(({ patch }) => `${patch}.patch` === name).flatMap((it) => it.caughtBy);
    if (tests.length === 0) throw new StepFailed(`tests/planted/caught-by.json names no test for ${name}.`);
    // In the copy, which is no repository, `git apply` silently skips a patch with such a header.
    if (/^diff --git/m.test(readProjectFile(`tests/planted/${name}`)))
      throw new StepFailed(`${name} begins with git's own header: leave it out.`);
  }
  if (defects.length !== patches.length) {
    throw new StepFailed(
      `tests/planted: ${defects.length} defects are listed for ${patches.length} patches.`,
    );
  }
  return defects;
}

async function isCaught(defect, copy, env) {
  const patch = patchFile(defect.patch);
  const name = [defect.patch, defect["re-creates"] && `(${defect["re-creates"]})`].filter(Boolean).join(" ");
  await applyInCopy([patch], copy);
  try {
    await judge(name, copy, env, [defect], "failed");
    console.log(`  ✓ ${name}`);
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.log(`  ✗ ${error.message}`);
    return false;
  } finally {
    await applyInCopy(["--reverse", patch], copy);
  }
}

/** Runs only the tests that are named for the defects. Each must have the expected verdict. */
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
    ["--import", "tsx", "--test", "--test-reporter=spec", ...patterns, file],
    copy,
  );
  return { output, verdicts: verdictsIn(output, /^ *(?<ending>✔|✖) (?<test>.+) \([\d.]+ms\)$/gm) };
}

/** Returns the output of a command, whether it succeeds or fails. */
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
