#!/usr/bin/env node
// `npx platform-session`: runs the command that the arguments name, and sets the exit status.

import { VERSION } from "../entry/version.js";
import { check } from "./check.js";
import { types } from "./types.js";
import { helpFor, readArguments, UsageError } from "./usage.js";

/** Resolves with the exit status: 0: success; 1: something is wrong; 2: wrong usage; 130: interrupted, as in shells. */
async function main(args: readonly string[]): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, interrupt);
  // The reader of a pipe may end first, as `head` does. That interrupts the command, too, so that it signs out.
  for (const output of [process.stdout, process.stderr]) output.on("error", interrupt);
  try {
    const { command, origin, options } = readArguments(args);
    if (command === "version") console.log(VERSION);
    else if (command === "help") console.log(helpFor(origin));
    else {
      const run = command === "check" ? check : types;
      const status = await run(origin, options, interrupted.signal);
      return interrupted.signal.aborted ? 130 : status;
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`platform-session: ${error.message}`);
      return 2;
    }
    if ((error as Error).name === "AbortError") return 130;
    throw error;
  }
}

process.exitCode = await main(process.argv.slice(2));
