// Publishing 10,000 features: how long an answer takes from where it is parsed until everybody was told.

import { median } from "../../quantiles.mjs";
import { parsed } from "./clock.js";
import { namesOf, permissionsOf, sessionBody } from "./features.js";
import { cellsOf, openEntry } from "./libraries/entry.js";
import { diff } from "./libraries/hand-written.js";
import { openSession } from "./libraries/platform-session.js";

const FEATURES = 10_000;
const WARM_UP = 8;
const PUBLICATIONS = 9;

/** What the next answer says, from what the one before said. `null`: it is a failure. */
const ANSWERS = {
  one: (turned, number) => new Set([namesOf(FEATURES)[(number * 7) % FEATURES], ...turned].slice(0, 1)),
  all: (turned) => (turned.size > 0 ? new Set() : new Set(namesOf(FEATURES))),
  nothing: (turned) => turned,
};

/** Milliseconds a publication. `kind`: what changes. */
export async function measure(contestant, kind) {
  const publish = await contestants[contestant]();
  const times = [];
  let turned = new Set();
  for (let number = 0; number < WARM_UP + PUBLICATIONS; number += 1) {
    if (kind !== "stale") turned = ANSWERS[kind](turned, number);
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
    const { session, answer } = await openSession(permissionsOf(namesOf(FEATURES)));
    return async (turned, fails) => {
      answer(fails ? 500 : sessionBody(permissionsOf(namesOf(FEATURES), turned)));
      const began = performance.now();
      await session.refresh().catch(() => {});
      return performance.now() - Math.max(began, parsed());
    };
  },
  /** What the entry does of it, from what the module sends. */
  entry() {
    const entry = openEntry();
    entry.publish(cellsOf(permissionsOf(namesOf(FEATURES))));
    let before;
    return (turned, stale) => {
      const permissions = permissionsOf(namesOf(FEATURES), turned);
      // As the module does it: features that are what they were are not sent.
      const text = JSON.stringify(permissions);
      const cells = cellsOf(text === before ? null : permissions, stale);
      before = text;
      const began = performance.now();
      entry.publish(cells);
      return performance.now() - began;
    };
  },
  /** A diff of two parsed maps, by hand. */
  diff() {
    let known = permissionsOf(namesOf(FEATURES));
    return (turned) => {
      const next = JSON.parse(JSON.stringify(permissionsOf(namesOf(FEATURES), turned)));
      const began = performance.now();
      diff(known, next);
      known = next;
      return performance.now() - began;
    };
  },
};
