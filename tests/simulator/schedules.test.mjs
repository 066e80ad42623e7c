import assert from "node:assert/strict";
import { test } from "node:test";
import { onStage } from "./node-stage.mjs";
import { replayInChromium } from "./replay/chromium.mjs";
import { describeFailure, runMany, summary } from "./run.mjs";
import { seedsFrom } from "./schedule.mjs";

/** Fewer schedules do not reach every state. */
const SCHEDULES = 1_200;
const REPLAYED = 150;

test(`in ${SCHEDULES} schedules every promise holds, and every state is seen`, async (context) => {
  const outcome = await runMany({ schedules: SCHEDULES, seed: 1 });
  for (const line of summary(outcome)) context.diagnostic(line);
  assert.deepEqual(outcome.failures.map(describeFailure), []);
  assert.equal(outcome.counters.schedules, SCHEDULES);
  assert.deepEqual(outcome.counters.missing(), []);
});

test("a seed gives the same schedule each time, and each seed another one", () =>
  onStage({}, async (stage) => {
    const hashes = async () => {
      const list = [];
      for (const seed of seedsFrom(1, 40)) list.push((await stage.runSeed(seed)).hash);
      return list;
    };
    const first = await hashes();
    assert.deepEqual(await hashes(), first);
    assert.equal(new Set(first).size, first.length);
  }));

test(`${REPLAYED} schedules have the same trace in Chromium as in Node`, async () => {
  const seeds = seedsFrom(70_001, REPLAYED);
  const inNode = await onStage({}, async (stage) => {
    const outcomes = [];
    for (const seed of seeds) {
      const { hash, violation } = await stage.runSeed(seed);
      outcomes.push({ hash, violation: violation?.message ?? null });
    }
    return outcomes;
  });
  assert.deepEqual(
    inNode.filter(({ violation }) => violation),
    [],
  );
  assert.deepEqual(await replayInChromium(seeds), inNode);
});
