// Which proof finds which defect: plants each patch of `tests/planted/` in a copy, one after another, runs the provers on it,
// and prints as a table what each of them found first. What is built stays, so that a patch costs one build.
//
//   node tests/witness/who-finds-what.mjs              all of them
//   node tests/witness/who-finds-what.mjs a-patch …    those with one of these words in their name, in their order
//   … --simulator 4000                                 plays so many schedules with those that the model found nothing in;
//                                                      that is one build more, of the package
//   … --without model                                  leaves out the provers of that name, to save time; may be given more than once

import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../scripts/run/project.mjs";
import { CommandFailed, main, run, StepFailed } from "../../scripts/run/run.mjs";
import { applyInCopy, withSourceCopy } from "../planted/source-copy.mjs";

const PATCHES = "tests/planted";
const LONGEST_MS = 10 * 60 * 1000;
/** Its normal size. The smallest case, or the same one again, is of no use here. */
const PROPTEST = {
  PROPTEST_MAX_SHRINK_ITERS: "0",
  PROPTEST_DISABLE_FAILURE_PERSISTENCE: "true",
};
const NOT_ASKED = "not asked";
const NONE_OF_ITS_CODE = "none of its code";
const LONGEST_OF_SIMULATOR_MS = 60 * 60 * 1000;
const BUILDS = 'await (await import("./scripts/build.mjs")).build();';
const BUILT_WITH = ["scripts", "package-lock.json", "LICENSE-APACHE", "LICENSE-MIT"];
const INSTALLED = [".tools"];
/** What the witness says: a broken rule, or why a world comes to no good end. */
const SAID = /(?:\[\((\w+), "|^(\w+(?:\(\d+\))?)(?:\.|$)\n(?:stack|minimal|View|$))/m;

const PROVERS = {
  "property test": async ({ copy, env }) => {
    const command = ["test", "--quiet", "--release", "--package", "witness"];
    const output = await outputOfFailure("cargo", command, { cwd: copy, env: { ...env, ...PROPTEST } });
    return output === null ? null : said(output);
  },
  "model, small": async ({ copy, env }) => {
    const command = ["run", "--quiet", "--release", "--package", "model", "--", "--small", "--first"];
    const output = await outputOfFailure("cargo", command, { cwd: copy, env });
    if (output === null) return null;
    // Of a broken rule the model names the property first, which is one for all of them.
    const [, what] = /which is broken: \[\((\w+), "/.exec(output) ?? /^broken: (.+)$/m.exec(output) ?? [];
    return what ?? "found";
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
  PROVERS[`simulator, ${values.simulator}`] = (place, { "model, small": found }) =>
    [null, NONE_OF_ITS_CODE].includes(found) || values.without
      ? simulated(place, values.simulator)
      : NOT_ASKED;
}

await main(import.meta, async () => {
  const patches = readdirSync(join(root, PATCHES)).filter((name) => name.endsWith(".patch"));
  const chosen = new Set(positionals.flatMap((word) => patches.filter((name) => name.includes(word))));
  await withSourceCopy("who-finds-what", async (place) => {
    if (values.simulator) addBuild(place.copy);
    const names = Object.keys(PROVERS);
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
  for (const [name, prover] of Object.entries(PROVERS)) {
    const plays = inRust || name.startsWith("simulator");
    const isLeftOut = values.without?.some((word) => name.includes(word));
    if (isLeftOut) found[name] = NOT_ASKED;
    else found[name] = plays ? await prover(place, found) : NONE_OF_ITS_CODE;
  }
  return Object.values(found);
}

function print(name, found) {
  console.log(`| ${name} | ${found.map((what) => what ?? "–").join(" | ")} |`);
}

function said(output) {
  const [, rule, unrest] = SAID.exec(output) ?? [];
  return rule ?? unrest ?? "found";
}

/** Plays schedules with the package, built from the copy: the first seed that fails, and what it breaks. */
async function simulated({ copy, place }, schedules) {
  const env = { CARGO_TARGET_DIR: join(place, "package") };
  await run(process.execPath, ["--input-type=module", "--eval", BUILDS], { cwd: copy, env });
  const command = ["tests/simulator/run.mjs", "--workers", "1", "--seed", "1", "--schedules", schedules];
  const timeoutMs = LONGEST_OF_SIMULATOR_MS;
  const output = await outputOfFailure(process.execPath, command, { cwd: copy, timeoutMs });
  if (output === null) return null;
  const [, seed, rule] = /^seed (\d+): ([^:]+):/m.exec(output) ?? [];
  return seed ? `${rule}, at ${seed}` : "found";
}

/** The build takes its place from where its script is. */
function addBuild(copy) {
  for (const path of BUILT_WITH) cpSync(join(root, path), join(copy, path), { recursive: true });
  for (const path of INSTALLED) symlinkSync(join(root, path), join(copy, path));
}

/** What a command prints that fails; `null` where it ends well. */
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
