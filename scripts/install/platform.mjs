// Builds programs of the workspace that tests run: the reference deployment, and the native check of return URLs.

import { once } from "../run/lanes.mjs";
import { outputOf, StepFailed, step } from "../run/run.mjs";

/** Builds the reference deployment, and returns the path of its program. */
export const buildPlatform = once(() => buildProgram("platform", "Building the reference deployment"));

/** Builds the program that checks return URLs natively, and returns its path. */
export const buildUrls = once(() => buildProgram("urls", "Building the native judges of return URLs"));

/** Builds with the options of the native tests (the whole workspace, their profile), so that both share the compiled crates. */
async function buildProgram(name, headline) {
  let program;
  await step(headline, async () => {
    const messages = ["--message-format", "json-render-diagnostics"];
    const output = await outputOf("cargo", ["build", "--workspace", "--bin", name, ...messages]);
    program = output
      .split("\n")
      .filter((line) => line.startsWith('{"reason":"compiler-artifact"'))
      .map((line) => JSON.parse(line).executable)
      .findLast((path) => path);
    if (!program) throw new StepFailed(`cargo built no program named ${name}.`);
  });
  return program;
}
