// One check: whether one of 200 features is open.

import { namesOf } from "./features.js";

const FEATURES = 200;
/** Long enough that neither the clock's steps nor the compiler count. */
const LEAST_MS = 40;
const WARM_UP_MS = 100;

/** Nanoseconds a check. */
export async function measure(open) {
  const names = namesOf(FEATURES);
  const check = await open(names);
  const enabled = names.filter((_, index) => check(index)).length;
  if (enabled !== names.filter((_, index) => index % 3 !== 1).length) throw new Error(`${enabled} are open`);
  run(check, WARM_UP_MS);
  const { checks, milliseconds } = run(check, LEAST_MS);
  return { nanoseconds: (milliseconds * 1e6) / checks };
}

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
  return { checks, milliseconds };
}
