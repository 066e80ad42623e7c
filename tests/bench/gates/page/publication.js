// Publishing 10,000 features: the time from the parsed answer until it is published.

import { median } from "../../quantiles.mjs";
import { parsed } from "./clock.js";
import { namesOf, permissionsOf, sessionBody } from "./features.js";
import { openEntry } from "./libraries/entry.js";
import { diff } from "./libraries/hand-written.js";
import { openSession } from "./libraries/platform-session.js";

const FEATURES = 10_000;
const WARM_UP = 5;
const PUBLICATIONS = 5;
const names = namesOf(FEATURES);
const none = new Set();

/** By kind of change, the features that are switched in the answer of a number. */
const NEXT = {
  one: (number) => (number % 2 === 0 ? new Set([names[number * 7]]) : none),
  all: (number) => (number % 2 === 0 ? new Set(names) : none),
  nothing: () => none,
  stale: () => none,
};

/** Measures the milliseconds of a publication. `kind`: what changes (`NEXT`). */
export async function measure(contestant, kind) {
  const publish = await contestants[contestant]();
  const times = [];
  for (let number = 0; number < WARM_UP + PUBLICATIONS; number += 1) {
    const turned = NEXT[kind](number);
    const milliseconds = await publish(turned, kind === "stale");
    // A successful read between two failed ones, so that each makes the session stale.
    if (kind === "stale") await publish(turned, false);
    if (number >= WARM_UP) times.push(milliseconds);
  }
  return { milliseconds: median(times) };
}

const contestants = {
  /** The package as it is shipped. */
  async package() {
    const { session, answer } = await openSession(permissionsOf(names));
    return async (turned, fails) => {
      answer(fails ? 500 : sessionBody(permissionsOf(names, turned)));
      const began = performance.now();
      await session.refresh().catch(() => {});
      return performance.now() - Math.max(began, parsed());
    };
  },
  /** Only the entry's part of the work. */
  entry() {
    const entry = openEntry();
    entry.publish(sessionBody(permissionsOf(names)));
    return (turned, fails) => {
      const text = fails ? undefined : sessionBody(permissionsOf(names, turned));
      const began = entry.publish(text);
      return performance.now() - began;
    };
  },
  /** A diff of two parsed maps, by hand. */
  diff() {
    let known = permissionsOf(names);
    return (turned) => {
      const next = JSON.parse(JSON.stringify(permissionsOf(names, turned)));
      const began = performance.now();
      diff(known, next);
      known = next;
      return performance.now() - began;
    };
  },
};
