// Waits for a server on a port of loopback.

import { setTimeout as pause } from "node:timers/promises";
import { StepFailed } from "../../../../scripts/run/run.mjs";
import { listens } from "../../../e2e/support/ports.mjs";

const START_MS = 5_000;
const BETWEEN_MS = 50;

/** Resolves once a server listens on `port`. */
export async function answering(port) {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    if (await listens(port)) return;
    await pause(BETWEEN_MS);
  }
  throw new StepFailed(`No server listens on port ${port} after ${START_MS} ms.`);
}
