// One change: one of 200 features turns, and of 10,000 subscribers 50 watch it.

import { median } from "../../quantiles.mjs";
import { after } from "./clock.js";
import { namesOf } from "./features.js";

const FEATURES = 200;
const SUBSCRIBERS = 10_000;
const CONCERNED = SUBSCRIBERS / FEATURES;
const CHANGES = 21;
const WARM_UP = 30;
/** A change comes from the network to a page that has nothing to do: caches and processor are not as they are in a loop. */
const IDLE_MS = 10;

/** Microseconds a change: from the parsed answer until the last who watches was told. */
export async function measure(watch) {
  const names = namesOf(FEATURES);
  let told = 0;
  let lastAt = 0;
  const listener = () => {
    told += 1;
    if (told === CONCERNED) lastAt = performance.now();
  };
  const subscribers = Array.from({ length: SUBSCRIBERS }, (_, number) => names[number % FEATURES]);
  const change = await watch(names, subscribers, listener);
  const times = [];
  const turned = new Set();
  for (let number = 0; number < WARM_UP + CHANGES; number += 1) {
    const name = names[(number * 7) % FEATURES];
    if (!turned.delete(name)) turned.add(name);
    told = 0;
    await after(IDLE_MS);
    const began = await change(turned);
    if (told < CONCERNED) await after(5);
    if (told !== CONCERNED) throw new Error(`${told} were told`);
    if (number >= WARM_UP) times.push(lastAt - began);
  }
  return { microseconds: median(times) * 1e3 };
}
