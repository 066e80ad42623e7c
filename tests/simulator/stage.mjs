// The stage on which schedules run, in Node and in a browser: the fake globals and the loaded package.

import { installGlobals } from "./browser/globals.mjs";
import { Counters } from "./counters.mjs";
import { openPackage } from "./package.mjs";
import { plan, runSchedule } from "./schedule.mjs";

/**
 * `files` holds the package's `entry` and `wasm`. `flushMicrotasks` resolves once every microtask has run. `wrap` may
 * replace each copy of the package. `counts` says whether a violation ends its schedule. `restore` of the result puts the
 * platform's own globals back, for other code of the process.
 */
export async function openStage({ files, flushMicrotasks, wrap = (copy) => copy, counts }) {
  const stage = { world: undefined };
  const { load, usage, restore: restorePackage } = await openPackage(files, stage);
  const restoreGlobals = installGlobals(stage);
  const pkg = { load: () => wrap(load()) };
  const run = (schedule, { counters = new Counters(), record = false } = {}) =>
    runSchedule(schedule, { stage, pkg, flushMicrotasks, counters, counts, record });
  return {
    restore() {
      restoreGlobals();
      restorePackage();
    },
    run,
    runSeed: (seed, options) => run(plan(seed), options),
    usage,
    /** Call it with the reason of each unhandled rejection. */
    rejected: (reason) => stage.world?.check(false, "unhandled", () => String(reason?.stack ?? reason)),
  };
}
