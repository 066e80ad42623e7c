// Ports of loopback, for servers that are told theirs.

import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { StepFailed } from "../../../../scripts/run/run.mjs";

const START_MS = 5_000;
const BETWEEN_MS = 50;

/** Returns a port that no server listens on. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves once a server listens. */
export async function answering(port) {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    if (await isOpen(port)) return;
    await pause(BETWEEN_MS);
  }
  throw new StepFailed(`No server listens on port ${port} after ${START_MS} ms.`);
}

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
