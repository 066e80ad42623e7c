// Each rule of the oracle finds its defect, in packages that are broken on purpose.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MANNERS_BROKEN } from "./doubles/manners.mjs";
import { OUTPUT_BROKEN } from "./doubles/output.mjs";
import { PROMISES_BROKEN } from "./doubles/promises.mjs";
import { withDefect } from "./doubles/wrap.mjs";
import { onStage } from "./node-stage.mjs";
import { plan, seedsFrom } from "./schedule.mjs";
import { shrink } from "./shrink.mjs";

const DOUBLES = { ...PROMISES_BROKEN, ...MANNERS_BROKEN, ...OUTPUT_BROKEN };
/** Each planted defect must show within so many schedules. */
const MOST_SCHEDULES = 400;

for (const [name, double] of Object.entries(DOUBLES)) {
  const counts = ({ rule }) => double.caught.includes(rule);
  test(`a package that ${name} is caught: ${double.caught.join(", ")}`, () =>
    onStage({ wrap: withDefect(double), counts }, async (stage) => {
      for (const seed of seedsFrom(1, MOST_SCHEDULES)) {
        const { violation } = await stage.runSeed(seed);
        if (violation && counts(violation)) return;
        // The simulator itself has failed.
        assert.notEqual(violation?.rule, "simulator", violation?.message);
      }
      assert.fail(`not caught in ${MOST_SCHEDULES} schedules`);
    }));
}

const isSignedOut = ({ rule }) => rule === "signed-out";

test("a failing schedule is shrunk to less than half of its actions", () =>
  onStage(
    { wrap: withDefect(DOUBLES["keeps gates open after a sign-out"]), counts: isSignedOut },
    async (stage) => {
      let seed = 1;
      while (seed < MOST_SCHEDULES && !(await stage.runSeed(seed)).violation) seed++;
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
