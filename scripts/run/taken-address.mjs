// Checks that an address is free, before a build and not after it.

import { createServer } from "node:net";
import { StepFailed } from "./run.mjs";

/** Fails if another program listens at `address`, a host and a port. `instead`: a command that uses another address. */
export async function refuseTakenAddress(address = "", instead = "") {
  const separator = address.lastIndexOf(":");
  const host = address.slice(0, separator).replace(/^\[|\]$/g, "");
  const port = Number(address.slice(separator + 1));
  const code = await new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(error.code));
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
  if (code === "EADDRINUSE") throw new StepFailed(`${address} is taken: choose another with "${instead}".`);
}
