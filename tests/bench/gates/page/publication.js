// Publishing 10,000 features: how long an answer takes from where it is parsed until everybody was told.

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

/** Which features are the other way round in the next answer. */
const NEXT = {
  one: (number) => (number % 2 === 0 ? new Set([names[number * 7]]) : none),
  all: (number) => (number % 2 === 0 ? new Set(names) : none),
  nothing: () => none,
  stale: () => none,
};

/** Milliseconds a publication. `kind`: what changes. */
export async function measure(contestant, kind) {
  const publish = await contestants[contestant]();
  const times = [];
  for (let number = 0; number < WARM_UP + PUBLICATIONS; number += 1) {
    const turned = NEXT[kind](number);
    const milliseconds = await publish(turned, kind === "stale");
    // What was stale is not, before it is again.
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
  /** What the entry does of it. */
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
