// Runs steps, with a headline and a time, and commands, with an output that is printed only if they fail.

import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { environment, root } from "./project.mjs";

const HEARTBEAT_MS = 10_000;
const MINUTE_MS = 60_000;

/** Commands with a lower priority: they use all processors, and browser tests that run beside them depend on timers. */
const LOW_PRIORITY_COMMANDS = new Set(["cargo", "wasm-pack"]);
const LOW = constants.priority.PRIORITY_BELOW_NORMAL;

// With VERBOSE=1, the output of commands is printed while they run.
const VERBOSE = process.env.VERBOSE === "1";

/** A failure with a message for people, which says what went wrong and what to do. It is printed without a stack. */
export class StepFailed extends Error {}

/** A command has failed. `output`: everything that it printed. */
export class CommandFailed extends StepFailed {
  constructor(commandLine, ending, output) {
    super(`${commandLine}: ${ending}`);
    this.output = output;
  }
}

/** Runs `work` under a headline, prints how long it took, and returns its result. */
export async function step(headline, work) {
  const started = performance.now();
  console.log(`▸ ${headline}`);
  const outcome = await work();
  // The headline is repeated, because another step may have printed in between.
  console.log(`  ✓ ${headline}: ${seconds(performance.now() - started)}`);
  return outcome;
}

/**
 * Runs a command in the project and resolves with everything that it printed. Prints every ten seconds that it is still running. Rejects with
 * `CommandFailed` if the command fails, or does not end within `timeoutMs`.
 */
export async function run(command, commandArguments, options) {
  return (await runToEnd(command, commandArguments, options)).output;
}

/** Like `run`, but resolves only with the standard output, for output that a program reads. */
export async function outputOf(command, commandArguments, options) {
  return (await runToEnd(command, commandArguments, options)).stdout;
}

/** Returns the standard output of a quick command, or `null` if it fails or does not exist. For commands that change nothing. */
export async function answerOf(command, commandArguments) {
  try {
    return (await outputOf(command, commandArguments, { timeoutMs: MINUTE_MS })).trim();
  } catch {
    return null;
  }
}

/** Runs a script's main function if the script was started and not imported, and turns a failure into an exit code. */
export async function main(meta, work) {
  if (process.argv[1] === undefined || !isStarted(meta)) return;
  try {
    await work(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 1;
    reportFailure(error);
  }
}

/** Prints a failure: first the command's whole output, and last the message, where it is seen. */
export function reportFailure(error) {
  if (error instanceof CommandFailed && !VERBOSE) console.error(error.output.trimEnd());
  console.error(error instanceof StepFailed ? `✗ ${error.message}` : error);
}

/** Returns a duration as a text for people. */
export function seconds(milliseconds) {
  if (milliseconds < MINUTE_MS) return `${(milliseconds / 1000).toFixed(1)} s`;
  const whole = Math.round(milliseconds / 1000);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function runToEnd(command, commandArguments, { env = {}, cwd = root, timeoutMs = 30 * MINUTE_MS } = {}) {
  const commandLine = [command, ...commandArguments].join(" ");
  const started = performance.now();
  return new Promise((resolve, reject) => {
    // The command gets a process group of its own, so that browsers and drivers that it starts are ended with it.
    const child = spawn(command, commandArguments, {
      cwd,
      env: { ...environment, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    if (LOW_PRIORITY_COMMANDS.has(command) && child.pid !== undefined) setPriority(child.pid, LOW);
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
    const release = endOnSignal(child);

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
    // The group has ended already.
  }
}

/** Ends the child's process group when this process gets a signal. Returns a function that stops that. */
function endOnSignal(child) {
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
