// One change: one of 200 features is switched. 50 of 10,000 subscribers watch it.

import { median } from "../../quantiles.mjs";
import { after } from "./clock.js";
import { namesOf } from "./features.js";

const FEATURES = 200;
const SUBSCRIBERS = 10_000;
const CONCERNED = SUBSCRIBERS / FEATURES;
const CHANGES = 21;
const WARM_UP = 30;
/** A pause before each change: real changes come to an idle page, where caches and processor are not as in a loop. */
const IDLE_MS = 10;

/** Measures the microseconds from the parsed answer until the last subscriber that watches the feature was called. `watch` subscribes, and returns the function that makes a change. */
export async function measure(watch) {
  const names = namesOf(FEATURES);
  let calls = 0;
  let lastAt = 0;
  const listener = () => {
    calls += 1;
    if (calls === CONCERNED) lastAt = performance.now();
  };
  const subscribers = Array.from({ length: SUBSCRIBERS }, (_, number) => names[number % FEATURES]);
  const change = await watch(names, subscribers, listener);
  const times = [];
  const turned = new Set();
  for (let number = 0; number < WARM_UP + CHANGES; number += 1) {
    const name = names[(number * 7) % FEATURES];
    if (!turned.delete(name)) turned.add(name);
    calls = 0;
    await after(IDLE_MS);
    const began = await change(turned);
    if (calls < CONCERNED) await after(5);
    if (calls !== CONCERNED) throw new Error(`${calls} were called`);
    if (number >= WARM_UP) times.push(lastAt - began);
  }
  return { microseconds: median(times) * 1e3 };
}
