// What the oracle alone must know, where no schedule of today comes by it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Facts } from "./oracle/facts.mjs";

const world = { clocks: () => ({ wall: 0, mono: 0 }) };

/** What a page knows that has refused an answer of second 10, as the newest was of second 20, and had others since. */
function afterOneWasRefused(newestDateMs) {
  const facts = new Facts(world, { works: true }, {});
  facts.refused = { dateMs: 10_000, newestMs: 20_000 };
  facts.newestDateMs = newestDateMs;
  return facts;
}

test("the page can tell that an answer was kept, unless it shows a clock: newer than the one refused, and next or behind by as much", () => {
  const meaning = { is: "no-session" };
  for (const [newestMs, dateMs, isOlder] of [
    [20_000, 9_000, true],
    [20_000, 10_000, true],
    [20_000, 11_000, false],
    // Seed 3951: the page believed it, and said `ended`.
    [24_000, 12_000, false],
    [24_000, 10_000, true],
    [40_000, 12_000, true],
  ])
    assert.equal(afterOneWasRefused(newestMs).isOlder({ dateMs, meaning }), isOlder, `${newestMs} ${dateMs}`);
});
