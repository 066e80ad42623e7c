// One check: whether one of 200 features is open.

import { median } from "../../quantiles.mjs";
import { namesOf } from "./features.js";

const FEATURES = 200;
/** Long enough for the compiler to finish, also on a busy machine. */
const WARM_UP_MS = 400;
/** Many short windows: most of them are not interrupted by other work on this machine. */
const WINDOW_MS = 1;
const WINDOWS = 41;

/** Measures the nanoseconds of a check, as the median of the windows. `open` makes the check function. */
export async function measure(open) {
  const names = namesOf(FEATURES);
  const check = await open(names);
  const enabled = names.filter((_, index) => check(index)).length;
  if (enabled !== names.filter((_, index) => index % 3 !== 1).length) throw new Error(`${enabled} are open`);
  run(check, WARM_UP_MS);
  const windows = Array.from({ length: WINDOWS }, () => run(check, WINDOW_MS));
  return { nanoseconds: median(windows) };
}

/** Returns the nanoseconds of a check, over at least `leastMs`. */
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
