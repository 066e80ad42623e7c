// Which proof finds which defect: plants each patch of `tests/planted/` in a copy, one after another, runs each proof on the copy,
// and prints a table of what each proof found first. The build folder is kept, so that a patch costs one build.
//
//   node tests/witness/who-finds-what.mjs              all of them
//   node tests/witness/who-finds-what.mjs WORD …       the patches with one of these words in their name
//   … --simulator 4000                                 plays so many schedules with each defect that the model does not find;
//                                                      builds the package, too
//   … --without model                                  leaves out the proofs with this word in their name; repeatable

import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../scripts/run/project.mjs";
import { CommandFailed, main, run, StepFailed } from "../../scripts/run/run.mjs";
import { applyInCopy, withSourceCopy } from "../planted/source-copy.mjs";

const PATCHES = "tests/planted";
const LONGEST_MS = 10 * 60 * 1000;
/** A failing case is neither shrunk nor stored. */
const PROPTEST = {
  PROPTEST_MAX_SHRINK_ITERS: "0",
  PROPTEST_DISABLE_FAILURE_PERSISTENCE: "true",
};
const NOT_ASKED = "not asked";
const NONE_OF_ITS_CODE = "none of its code";
const LONGEST_OF_SIMULATOR_MS = 60 * 60 * 1000;
const BUILD_SCRIPT = 'await (await import("./scripts/build.mjs")).build();';
/** What the build of the package needs beside the sources of the copy. */
const BUILD_FILES = ["scripts", "package-lock.json", "LICENSE-APACHE", "LICENSE-MIT"];
const INSTALLED = [".tools"];
/** The broken rule, or the `Unrest`, in the output of the property test. */
const FINDING = /(?:\[\((\w+), "|^(\w+(?:\(\d+\))?)(?:\.|$)\n(?:stack|minimal|View|$))/m;

const PROOFS = {
  "property test": async ({ copy, env }) => {
    const command = ["test", "--quiet", "--release", "--package", "witness"];
    const output = await outputOfFailure("cargo", command, { cwd: copy, env: { ...env, ...PROPTEST } });
    return output === null ? null : findingIn(output);
  },
  "model, small": async ({ copy, env }) => {
    const command = ["run", "--quiet", "--release", "--package", "model", "--", "--small", "--first"];
    const output = await outputOfFailure("cargo", command, { cwd: copy, env });
    if (output === null) return null;
    // The name of a property says little: all rules are one property. So the name of the rule comes first.
    const [, finding] = /which is broken: \[\((\w+), "/.exec(output) ?? /^broken: (.+)$/m.exec(output) ?? [];
    return finding ?? "found";
  },
};

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    simulator: { type: "string" },
    without: { type: "string", multiple: true },
  },
});
if (values.simulator) {
  PROOFS[`simulator, ${values.simulator}`] = (place, { "model, small": found }) =>
    [null, NONE_OF_ITS_CODE].includes(found) || values.without
      ? simulated(place, values.simulator)
      : NOT_ASKED;
}

await main(import.meta, async () => {
  const patches = readdirSync(join(root, PATCHES)).filter((name) => name.endsWith(".patch"));
  const chosen = new Set(positionals.flatMap((word) => patches.filter((name) => name.includes(word))));
  await withSourceCopy("who-finds-what", async (place) => {
    if (values.simulator) addBuild(place.copy);
    const names = Object.keys(PROOFS);
    console.log(`| planted | ${names.join(" | ")} |\n|${" --- |".repeat(names.length + 1)}`);
    if (chosen.size === 0) print("nothing", await judge(place));
    for (const patch of chosen.size === 0 ? patches : chosen) {
      const path = join(PATCHES, patch);
      await applyInCopy([path], place.copy);
      const inRust = /^\+\+\+ b\/src\//m.test(readFileSync(join(root, path), "utf8"));
      print(patch.replace(".patch", ""), await judge({ ...place, inRust }));
      await applyInCopy(["--reverse", path], place.copy);
    }
  });
});

async function judge({ inRust = true, ...place }) {
  const found = {};
  for (const [name, proof] of Object.entries(PROOFS)) {
    const plays = inRust || name.startsWith("simulator");
    const isLeftOut = values.without?.some((word) => name.includes(word));
    if (isLeftOut) found[name] = NOT_ASKED;
    else found[name] = plays ? await proof(place, found) : NONE_OF_ITS_CODE;
  }
  return Object.values(found);
}

function print(name, found) {
  console.log(`| ${name} | ${found.map((finding) => finding ?? "–").join(" | ")} |`);
}

function findingIn(output) {
  const [, rule, unrest] = FINDING.exec(output) ?? [];
  return rule ?? unrest ?? "found";
}

/** Builds the package in the copy and plays schedules. Returns the first seed that fails with the rule that it breaks, or `null`. */
async function simulated({ copy, place }, schedules) {
  const env = { CARGO_TARGET_DIR: join(place, "package") };
  await run(process.execPath, ["--input-type=module", "--eval", BUILD_SCRIPT], { cwd: copy, env });
  const command = ["tests/simulator/run.mjs", "--workers", "1", "--seed", "1", "--schedules", schedules];
  const timeoutMs = LONGEST_OF_SIMULATOR_MS;
  const output = await outputOfFailure(process.execPath, command, { cwd: copy, timeoutMs });
  if (output === null) return null;
  const [, seed, rule] = /^seed (\d+): ([^:]+):/m.exec(output) ?? [];
  return seed ? `${rule}, at ${seed}` : "found";
}

/** Adds the build scripts to the copy: they build the folder in which they are. */
function addBuild(copy) {
  for (const path of BUILD_FILES) cpSync(join(root, path), join(copy, path), { recursive: true });
  for (const path of INSTALLED) symlinkSync(join(root, path), join(copy, path));
}

/** Returns the output of a command that fails, or `null` if it succeeds. */
async function outputOfFailure(program, given, options) {
  try {
    await run(program, given, { timeoutMs: LONGEST_MS, ...options });
    return null;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    if (/could not compile/.test(error.output)) throw new StepFailed(error.output);
    return error.output;
  }
}
