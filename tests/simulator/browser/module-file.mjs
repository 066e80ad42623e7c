// The WebAssembly's own file: this process has it already, so that only its arrival is played.

import { Headers, Response } from "./messages.mjs";

const LOST = Object.freeze(new TypeError("Failed to fetch"));

/** The length of the file that is played: no other file that this process compiles is as long. */
export const FILE_BYTES = 9;

/** What may become of a request for the file, each with its weight where all goes wrong. */
const FATES = [
  ["lost", 3],
  ["refused", 3],
  ["late", 2],
];

/** Plays the arrival of the file. `world.moduleChaos`, from 0 to 1, is how often it comes late, or does not at first. */
export function fetchModule(world, client, signal) {
  const { latency } = world;
  const fate = !world.fair && latency.chance(world.moduleChaos) ? latency.weighted(FATES) : "there";
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

/** Makes the response. Its bytes are not compiled: the stage's `WebAssembly` takes the module that it has. */
function moduleResponse(status) {
  const type = status === 200 ? "application/wasm" : "text/html";
  const response = new Response(status, new Headers([["content-type", type]]));
  response.push(new Uint8Array(FILE_BYTES));
  response.end();
  return response;
}
