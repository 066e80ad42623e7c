// Opens the stage (`stage.mjs`) in Node.

import { readFile } from "node:fs/promises";
import { openStage } from "./stage.mjs";

const packageFile = (path) => new URL(`../../pkg/${path}`, import.meta.url);

export async function openNodeStage({ wrap, counts } = {}) {
  const [entry, wasm] = await Promise.all([
    readFile(packageFile("index.js"), "utf8"),
    readFile(packageFile("wasm/platform_session_bg.wasm")),
  ]);
  const immediate = setImmediate;
  const flushMicrotasks = () => new Promise((resolve) => immediate(resolve));
  const stage = await openStage({ files: { entry, wasm }, flushMicrotasks, wrap, counts });
  // The test runner listens, too, and would fail the test with the planted defect that causes such a rejection.
  const others = process.rawListeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", stage.rejected);
  return {
    ...stage,
    restore() {
      process.off("unhandledRejection", stage.rejected);
      for (const listener of others) process.on("unhandledRejection", listener);
      stage.restore();
    },
  };
}

/** Runs `work` on a stage, and puts the platform's own globals back afterwards. */
export async function onStage(options, work) {
  const stage = await openNodeStage(options);
  try {
    return await work(stage);
  } finally {
    stage.restore();
  }
}
