// Sets the stage for schedules, in Node and in a browser: the fake globals in place, the package open.

import { installGlobals } from "./browser/globals.mjs";
import { Counters } from "./counters.mjs";
import { openPackage } from "./package.mjs";
import { plan, runSchedule } from "./schedule.mjs";

/**
 * `files` is what the package consists of, `turn` how to let every microtask run, `wrap` what to make of each copy of
 * the package, `counts` whether a violation ends its schedule. What is begun is undone by `restore`, so that other
 * work of the process finds the platform as it was.
 */
export async function openStage({ files, turn, wrap = (copy) => copy, counts }) {
  const stage = { world: undefined };
  const { load, usage, restore: restorePackage } = await openPackage(files, stage);
  const restoreGlobals = installGlobals(stage);
  const pkg = { load: () => wrap(load()) };
  const run = (schedule, { counters = new Counters(), record = false } = {}) =>
    runSchedule(schedule, { stage, pkg, turn, counters, counts, record });
  return {
    restore() {
      restoreGlobals();
      restorePackage();
    },
    run,
    runSeed: (seed, options) => run(plan(seed), options),
    usage,
    /** Takes a rejection that is not handled. */
    rejected: (reason) => stage.world?.check(false, "unhandled", () => String(reason?.stack ?? reason)),
  };
}
