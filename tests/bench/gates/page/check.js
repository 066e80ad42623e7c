// One check: whether one of 200 features is open.

import { median } from "../../quantiles.mjs";
import { namesOf } from "./features.js";

const FEATURES = 200;
/** Until the compiler has come to its end, on a machine that is busy too. */
const WARM_UP_MS = 400;
/** Many short windows: in most of them nothing else of this machine has a turn. */
const WINDOW_MS = 1;
const WINDOWS = 41;

/** The median of the windows. */
export async function measure(open) {
  const names = namesOf(FEATURES);
  const check = await open(names);
  const enabled = names.filter((_, index) => check(index)).length;
  if (enabled !== names.filter((_, index) => index % 3 !== 1).length) throw new Error(`${enabled} are open`);
  run(check, WARM_UP_MS);
  const windows = Array.from({ length: WINDOWS }, () => run(check, WINDOW_MS));
  return { nanoseconds: median(windows) };
}

/** Nanoseconds a check. */
function run(check, leastMs) {
  let checks = 0;
  let opened = 0;
  const began = performance.now();
  let milliseconds = 0;
  while (milliseconds < leastMs) {
    for (let round = 0; round < 20; round += 1)
      for (let index = 0; index < FEATURES; index += 1) if (check(index)) opened += 1;
    checks += 20 * FEATURES;
    milliseconds = performance.now() - began;
  }
  if (opened === 0) throw new Error("Nothing was open.");
  return (milliseconds * 1e6) / checks;
}
