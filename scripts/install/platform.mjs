// Programs of the workspace: the reference deployment, and what makes inputs for tests.

import { once } from "../run/lanes.mjs";
import { outputOf, StepFailed, step } from "../run/run.mjs";

/** Builds the reference deployment, and returns the path of its program. */
export const buildPlatform = once(() => buildProgram("platform", "Building the reference deployment"));

/** Builds the program that judges return URLs natively, and returns its path. */
export const buildUrls = once(() => buildProgram("urls", "Building the native judges of return URLs"));

/** As the native tests are built, with which it shares what is compiled: of the whole workspace, and in their profile. */
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
