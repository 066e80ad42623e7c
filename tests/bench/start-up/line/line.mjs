// Starts the line (`line.py`) as a separate process, so that work in this process does not delay it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ensurePython } from "../../../../scripts/install/python.mjs";
import { commandPath } from "../../../../scripts/install/system.mjs";

const PROGRAM = fileURLToPath(new URL("line.py", import.meta.url));

/** Starts a line to the port `target` of this machine. */
export async function startLine(target, { latencyMs, megabitsPerSecond }) {
  await ensurePython();
  const line = spawn(commandPath("python3"), [PROGRAM, target, latencyMs, megabitsPerSecond].map(String), {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(line, "close");
  const [port] = await once(line.stdout.setEncoding("utf8"), "data");
  return {
    port: Number(port),
    /** Ends every connection. */
    async disconnect() {
      line.stdin.write("x");
      await once(line.stdout, "data");
    },
    async close() {
      line.stdin.end();
      await ended;
    },
  };
}
