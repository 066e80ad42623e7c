// Pages whose WebAssembly comes when the test says so.

import { openBare } from "./bare-page.mjs";

/** A page whose session waits for its WebAssembly until `held.release()`; `times` are its snapshots' since it opened. */
export async function openHeld(context, at, options = {}) {
  const page = await openBare(context, at, { idle: true });
  await page.evaluate(async (chosen) => {
    globalThis.held = await bare.holdModule();
    globalThis.seen = bare.start({ ...chosen, wasm: held.wasm });
    globalThis.session = seen.session;
    globalThis.times = [];
    session.subscribe(({ status }) => {
      if (times.length > 0 || status === "authenticated") times.push([performance.now(), status]);
    });
  }, options);
  return page;
}
