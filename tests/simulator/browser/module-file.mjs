// The request for the WebAssembly file. The module is compiled already, so only the arrival of the file is simulated.

import { Headers, Response } from "./messages.mjs";

const LOST = Object.freeze(new TypeError("Failed to fetch"));

/** The length of the simulated file. It tells the file from any other that this process compiles. */
export const FILE_BYTES = 9;

/** What may go wrong with a request for the file, with weights. */
const FAULTS = [
  ["lost", 3],
  ["refused", 3],
  ["late", 2],
];

/** Answers a request for the file. `world.moduleChaos`, from 0 to 1, says how often the answer is late, lost or an error. */
export function fetchModule(world, client, signal) {
  const { latency } = world;
  const fate = !world.fair && latency.chance(world.moduleChaos) ? latency.weighted(FAULTS) : "there";
  const slow = latency.chance(0.2) || (!world.fair && latency.chance(world.moduleChaos));
  const ms = latency.below(slow ? 4_000 : 120) + (fate === "late" ? 12_000 : 0);
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    world.agenda.add(ms, () =>
      world.deliver(client, `module ${fate}`, "start", () => {
        if (fate === "lost") reject(LOST);
        else resolve(moduleResponse(fate === "refused" ? 503 : 200));
      }),
    );
  });
}

/** Returns the response. Its bytes are never compiled: the fake `WebAssembly` (`package.mjs`) uses the compiled module. */
function moduleResponse(status) {
  const type = status === 200 ? "application/wasm" : "text/html";
  const response = new Response(status, new Headers([["content-type", type]]));
  response.push(new Uint8Array(FILE_BYTES));
  response.end();
  return response;
}
