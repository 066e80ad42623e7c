// The simulator's rules find what they are to find: in packages that are broken on purpose.

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
/** Within so many schedules every planted defect is to show. */
const ENOUGH = 400;

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
