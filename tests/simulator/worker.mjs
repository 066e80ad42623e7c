// A worker thread: runs the chunks of seeds that `run.mjs` posts to it, one after another, until it gets `null`.

import { parentPort } from "node:worker_threads";
import { Counters } from "./counters.mjs";
import { openNodeStage } from "./node-stage.mjs";
import { shrink } from "./shrink.mjs";

const stage = await openNodeStage();
parentPort.postMessage({ usage: stage.usage() });

parentPort.on("message", async (chunk) => {
  if (chunk === null) {
    parentPort.close();
    return;
  }
  const counters = new Counters();
  const failures = [];
  for (let seed = chunk.from; seed < chunk.to && failures.length < chunk.enough; seed++) {
    const { violation } = await stage.runSeed(seed, { counters });
    if (violation) failures.push(await shrink(stage, seed));
  }
  parentPort.postMessage({ chunk: { ...counters }, usage: stage.usage(), failures });
});
