// Steps with a headline and a time, and the commands they run: quiet while all is well, complete when something fails.

import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { environment, root } from "./project.mjs";

const HEARTBEAT_MS = 10_000;
const MINUTE_MS = 60_000;

/** Compilers take whole processors. Tests in browsers beside them go by their timers. */
const GIVES_WAY = new Set(["cargo", "wasm-pack"]);
const LOW = constants.priority.PRIORITY_BELOW_NORMAL;

// With VERBOSE=1 commands print as they go.
const VERBOSE = process.env.VERBOSE === "1";

/** The one way a step fails with a message for people: no stack, only what went wrong and what to do. */
export class StepFailed extends Error {}

/** A command that ended badly, with everything it printed. */
export class CommandFailed extends StepFailed {
  constructor(commandLine, ending, output) {
    super(`${commandLine}: ${ending}`);
    this.output = output;
  }
}

/**
 * Does one piece of work under a headline, and says how long it took.
 * What `work` returns is handed on.
 */
export async function step(headline, work) {
  const started = performance.now();
  console.log(`▸ ${headline}`);
  const outcome = await work();
  // The headline is said again, for another step may have printed between.
  console.log(`  ✓ ${headline}: ${seconds(performance.now() - started)}`);
  return outcome;
}

/**
 * Runs a command in the project and resolves with everything it printed. Says every ten seconds that it is still
 * under way. Rejects with `CommandFailed` if it ends badly, or is not done within `timeoutMs`.
 */
export async function run(command, commandArguments, options) {
  return (await finished(command, commandArguments, options)).output;
}

/** The same for what is read by a program: only what the command wrote to its standard output. */
export async function outputOf(command, commandArguments, options) {
  return (await finished(command, commandArguments, options)).stdout;
}

/** What a quick command writes to its standard output, or `null` if it fails or does not exist. For looking, not for working. */
export async function answerOf(command, commandArguments) {
  try {
    return (await outputOf(command, commandArguments, { timeoutMs: MINUTE_MS })).trim();
  } catch {
    return null;
  }
}

/** Runs a script's main function if the script was started by itself, and turns a failure into an exit code. */
export async function main(meta, work) {
  if (process.argv[1] === undefined || !isStarted(meta)) return;
  try {
    await work(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 1;
    reportFailure(error);
  }
}

/** Prints a failure: a command's whole output first, its headline last, where the eye is. */
export function reportFailure(error) {
  if (error instanceof CommandFailed && !VERBOSE) console.error(error.output.trimEnd());
  console.error(error instanceof StepFailed ? `✗ ${error.message}` : error);
}

/** A duration as people read it. */
export function seconds(milliseconds) {
  if (milliseconds < MINUTE_MS) return `${(milliseconds / 1000).toFixed(1)} s`;
  const whole = Math.round(milliseconds / 1000);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function finished(command, commandArguments, { env = {}, cwd = root, timeoutMs = 30 * MINUTE_MS } = {}) {
  const commandLine = [command, ...commandArguments].join(" ");
  const started = performance.now();
  return new Promise((resolve, reject) => {
    // A process group of its own, so that browsers and drivers the command started end with it.
    const child = spawn(command, commandArguments, {
      cwd,
      env: { ...environment, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    if (GIVES_WAY.has(command) && child.pid !== undefined) setPriority(child.pid, LOW);
    let output = "";
    let stdout = "";
    let timedOut = false;
    const collect = (chunk) => {
      output += chunk;
      if (VERBOSE) process.stdout.write(chunk);
    };
    child.stdout
      .setEncoding("utf8")
      .on("data", collect)
      .on("data", (chunk) => {
        stdout += chunk;
      });
    child.stderr.setEncoding("utf8").on("data", collect);

    const heartbeat = setInterval(() => {
      if (!VERBOSE) console.log(`  … ${seconds(performance.now() - started)}  ${lastLine(output)}`);
    }, HEARTBEAT_MS);
    const deadline = setTimeout(() => {
      timedOut = true;
      endGroup(child, "SIGKILL");
    }, timeoutMs);
    const release = endWithUs(child);

    const settle = (ending) => {
      clearInterval(heartbeat);
      clearTimeout(deadline);
      release();
      if (ending === null) resolve({ output, stdout });
      else reject(new CommandFailed(commandLine, ending, output));
    };
    child.on("error", (error) => settle(error.code === "ENOENT" ? "not installed" : error.message));
    child.on("close", (code, signal) => {
      if (timedOut) settle(`not done after ${seconds(timeoutMs)}`);
      else if (code === 0) settle(null);
      else settle(code === null ? `ended by ${signal}` : `exit code ${code}`);
    });
  });
}

function isStarted(meta) {
  return meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
}

function lastLine(output) {
  const line =
    stripVTControlCharacters(output)
      .trimEnd()
      .split(/[\r\n]+/)
      .at(-1) ?? "";
  return line.trim().slice(0, 96);
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Ends the child's group when this process is told to end. */
function endWithUs(child) {
  const onSignal = (signal) => {
    endGroup(child, signal);
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  return () => {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
}
