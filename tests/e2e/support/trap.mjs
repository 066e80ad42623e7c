import { snapshotsOf } from "./bare-page.mjs";
import { until } from "./until.mjs";

/**
 * Runs in a page: the module's next look at the clock after `armTrap()` fails, which ends the instance wherever it is,
 * as a trap does. `traps` counts.
 */
export function trappable() {
  const { now } = Date;
  let armed = false;
  globalThis.traps = 0;
  globalThis.armTrap = () => {
    armed = true;
  };
  Date.now = () => {
    // The page's own scripts go unharmed.
    if (!armed || !/wasm/.test(new Error().stack)) return now();
    armed = false;
    globalThis.traps += 1;
    throw new Error("the module's clock failed");
  };
}

/** Waits until the module has trapped and the page has said so; the error that it gave. */
export async function untilTrapped(page) {
  await until("the trap", () => page.evaluate(() => traps === 1));
  const failed = await until("the page to say so", async () => {
    return (await snapshotsOf(page)).find(({ error }) => error?.code === "wasm-unavailable");
  });
  return failed;
}
