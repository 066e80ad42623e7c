import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { StepFailed } from "../../../scripts/run/run.mjs";

const ADDRESS = /^listening on (\S+)$/;

/** Starts a deployment on a free port with default settings, and so with its limits. `memory()` resolves with its resident memory in bytes. */
export async function startWatched(program) {
  const child = spawn(program, ["--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => Promise.reject(new StepFailed("The reference deployment did not start."))),
  ]);
  return {
    origin: ADDRESS.exec(line)[1],
    async memory() {
      const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(child.pid)]);
      return Number(stdout) * 1024;
    },
    async stop() {
      process.off("exit", kill);
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
