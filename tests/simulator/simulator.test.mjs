import assert from "node:assert/strict";
import { test } from "node:test";
import { IS_PLAIN_RUN } from "../../scripts/test/plain-run.mjs";
import { DUTIES_BROKEN } from "./doubles/duties.mjs";
import { MANNERS_BROKEN } from "./doubles/manners.mjs";
import { OUTPUT_BROKEN } from "./doubles/output.mjs";
import { PROMISES_BROKEN } from "./doubles/promises.mjs";
import { withDefect } from "./doubles/wrap.mjs";
import { openNodeStage } from "./node-stage.mjs";
import { replayInChromium } from "./replay/chromium.mjs";
import { describeFailure, runMany, summary } from "./run.mjs";
import { plan } from "./schedule.mjs";
import { shrink } from "./shrink.mjs";

const DOUBLES = { ...PROMISES_BROKEN, ...MANNERS_BROKEN, ...DUTIES_BROKEN, ...OUTPUT_BROKEN };
/** Fewer do not come by every state. */
const SCHEDULES = 1_200;
const REPLAYED = IS_PLAIN_RUN ? 50 : 150;
/** Within so many schedules every planted defect is to show. */
const ENOUGH = 400;

const seedsFrom = (first, count) => Array.from({ length: count }, (_, index) => first + index);

/** Runs `work` on a stage, and puts the platform's own parts back after it. */
async function onStage(options, work) {
  const stage = await openNodeStage(options);
  try {
    return await work(stage);
  } finally {
    stage.restore();
  }
}

test(`in ${SCHEDULES} schedules every promise holds, and every state is seen`, async (context) => {
  const outcome = await runMany({ schedules: SCHEDULES, seed: 1 });
  for (const line of summary(outcome)) context.diagnostic(line);
  assert.deepEqual(outcome.failures.map(describeFailure), []);
  assert.equal(outcome.counters.schedules, SCHEDULES);
  assert.deepEqual(outcome.counters.missing(), []);
});

test("a seed makes the same schedule each time", () =>
  onStage({}, async (stage) => {
    const hashes = async () => {
      const list = [];
      for (const seed of seedsFrom(1, 40)) list.push((await stage.runSeed(seed)).hash);
      return list;
    };
    const first = await hashes();
    assert.deepEqual(await hashes(), first);
    assert.equal(new Set(first).size, first.length, "and each seed another one");
  }));

test(`${REPLAYED} schedules go the same way in Chromium, step by step`, async () => {
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

for (const [name, double] of Object.entries(DOUBLES)) {
  const counts = ({ rule }) => double.caught.includes(rule);
  test(`a package that ${name} is caught: ${double.caught.join(", ")}`, () =>
    onStage({ wrap: withDefect(double), counts }, async (stage) => {
      for (const seed of seedsFrom(1, ENOUGH)) {
        const { violation } = await stage.runSeed(seed);
        if (violation) return;
      }
      assert.fail(`not caught in ${ENOUGH} schedules`);
    }));
}

const isSignedOut = ({ rule }) => rule === "signed-out";

test("a failing schedule is made small", () =>
  onStage(
    { wrap: withDefect(DOUBLES["keeps gates open after a sign-out"]), counts: isSignedOut },
    async (stage) => {
      let seed = 1;
      while (seed < ENOUGH && !(await stage.runSeed(seed)).violation) seed++;
      const { rule, actions, trace } = await shrink(stage, seed);
      assert.equal(rule, "signed-out");
      assert.ok(actions.length < plan(seed).actions.length / 2, actions.join(", "));
      assert.ok(
        trace.some((line) => line.endsWith(" call logout")),
        actions.join(", "),
      );
      assert.ok(trace.some((line) => line.includes("!! signed-out")));
    },
  ));
