// The stage in a browser: the same schedules, with the fake parts in the place of the page's own.

import { openStage } from "../stage.mjs";

const textOf = async (path) => (await fetch(path)).text();
const entry = await textOf("/pkg/index.js");
const wasm = await (await fetch("/pkg/wasm/platform_session_bg.wasm")).arrayBuffer();

/** The ports by which a new task begins, before which every microtask has run. */
const { port1, port2 } = new MessageChannel();
let resume;
port1.onmessage = () => resume();
const turn = () =>
  new Promise((resolve) => {
    resume = resolve;
    port2.postMessage(null);
  });

const listen = window.addEventListener.bind(window);
const stage = await openStage({ files: { entry, wasm }, turn });
listen("unhandledrejection", ({ reason }) => stage.rejected(reason));

/** Runs the schedules of these seeds, and returns the hash of each, and what went wrong in it. */
export async function replay(seeds) {
  const outcomes = [];
  for (const seed of seeds) {
    const { hash, violation } = await stage.runSeed(seed);
    outcomes.push({ hash, violation: violation?.message ?? null });
  }
  return outcomes;
}
