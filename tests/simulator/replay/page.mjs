// Opens the stage in a browser page, and runs schedules there.

import { openStage } from "../stage.mjs";

const textOf = async (path) => (await fetch(path)).text();
const entry = await textOf("/pkg/index.js");
const wasm = await (await fetch("/pkg/wasm/platform_session_bg.wasm")).arrayBuffer();

// A message from one port to the other begins a new task. Every microtask has run before.
const { port1, port2 } = new MessageChannel();
let resume;
port1.onmessage = () => resume();
const flushMicrotasks = () =>
  new Promise((resolve) => {
    resume = resolve;
    port2.postMessage(null);
  });

const listen = window.addEventListener.bind(window);
const stage = await openStage({ files: { entry, wasm }, flushMicrotasks });
listen("unhandledrejection", ({ reason }) => stage.rejected(reason));

/** Runs the schedules of these seeds. Returns the hash and the violation of each. */
export async function replay(seeds) {
  const outcomes = [];
  for (const seed of seeds) {
    const { hash, violation } = await stage.runSeed(seed);
    outcomes.push({ hash, violation: violation?.message ?? null });
  }
  return outcomes;
}
