// The reference deployment's program.

import { run, StepFailed, step } from "./run.mjs";

/** Builds the reference deployment and returns the path of its program. */
export async function buildPlatform() {
  let program;
  await step("Building the reference deployment", async () => {
    const messages = ["--message-format", "json-render-diagnostics"];
    const output = await run("cargo", [
      "build",
      "--release",
      "--package",
      "platform",
      "--bin",
      "platform",
      ...messages,
    ]);
    program = output
      .split("\n")
      .filter((line) => line.startsWith('{"reason":"compiler-artifact"'))
      .map((line) => JSON.parse(line).executable)
      .findLast((path) => path);
    if (!program) throw new StepFailed("cargo built no program named platform.");
  });
  return program;
}
