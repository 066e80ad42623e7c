// The WebAssembly's own file: this process has it already, so that only its arrival is played.

import { Headers, Response } from "./messages.mjs";

const LOST = Object.freeze(new TypeError("Failed to fetch"));

/** So long is the file that is played, and no other that a process compiles. */
export const FILE_BYTES = 9;

/** What may become of it, with how often where all goes wrong. */
const FATES = [
  ["lost", 3],
  ["refused", 3],
  ["late", 2],
];

/** Until a page has it. `world.moduleChaos`, from 0 to 1, is how often it comes late, or does not at first. */
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

/** Its bytes are the stage's: `WebAssembly` there makes nothing of these. */
function moduleResponse(status) {
  const type = status === 200 ? "application/wasm" : "text/html";
  const response = new Response(status, new Headers([["content-type", type]]));
  response.push(new Uint8Array(FILE_BYTES));
  response.end();
  return response;
}
