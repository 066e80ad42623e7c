// Starts the server of an app, as a child of this process.

import { spawn } from "node:child_process";
import { freePort, listens } from "../../e2e/support/ports.mjs";
import { until } from "../../e2e/support/until.mjs";
import { ENVIRONMENT } from "./environment.mjs";

const START_MS = 60_000;

/**
 * Starts `program`, by default Node, with `commandArguments(port)`, waits until it listens, and resolves with `{ origin, stop }`. The
 * environment has `HOST` and `PORT`, which many servers read. `port`: by default a free one. `startMs`: how long the start may take.
 */
export async function startServer(
  commandArguments,
  { cwd, env, port: wanted, program = process.execPath, startMs = START_MS },
) {
  const port = wanted ?? (await freePort());
  const child = spawn(program, commandArguments(port), {
    cwd,
    env: { ...ENVIRONMENT, HOST: "127.0.0.1", PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // The child leads a process group of its own, so that its own children end with it.
    detached: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      printed += chunk;
    });
  }
  const killWithUs = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
  };
  process.once("exit", killWithUs);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    killWithUs();
    await ended;
    process.off("exit", killWithUs);
  };
  try {
    // Vite listens for a moment, to see whether the port is free, and closes it again before it listens for good.
    let timesInARow = 0;
    await until(
      "the server to listen",
      async () => {
        if (child.exitCode !== null) throw new Error(`The server ended (${child.exitCode}): ${printed}`);
        timesInARow = (await listens(port)) ? timesInARow + 1 : 0;
        return timesInARow === 2;
      },
      { timeoutMs: startMs, everyMs: 100 },
    );
    return { origin: `http://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
