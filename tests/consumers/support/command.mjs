import { spawn } from "node:child_process";
import { ENVIRONMENT } from "./environment.mjs";

/** A command that takes longer is ended. Builds with webpack take more than three minutes beside a compiler on the same two cores. */
const COMMAND_MS = 420_000;

/** Runs a command, and resolves with its output. Rejects with the output where it fails, or takes longer than `timeoutMs`. */
export function command(name, commandArguments, { cwd, env = {}, timeoutMs = COMMAND_MS }) {
  return new Promise((resolve, reject) => {
    const child = spawn(name, commandArguments, {
      cwd,
      // Tests compare the output, and the test runner's environment asks for colours.
      env: { ...ENVIRONMENT, FORCE_COLOR: "0", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        printed += chunk;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`${name} ${commandArguments.join(" ")} ended (${code}):\n${printed}`));
    });
  });
}
