import assert from "node:assert/strict";
import { eventsOf, gatesOf, openBare, readsOf, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { DAY_MS, HOUR_MS, shiftableClocks, shiftClocks, wake } from "../support/clocks.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { withoutUser } from "../support/snapshots.mjs";
import { until } from "../support/until.mjs";

const MINUTE_MS = 60_000;

test(
  "a session expires by itself a day after its sign-in, and its token is not sent any more",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { idle: true });
    await page.clock.install();
    await page.goto(`${deployment.origin}/bare.html`);
    await signIn(page, "ada");
    await page.clock.fastForward(DAY_MS - MINUTE_MS);
    assert.equal((await snapshotOf(page)).status, "authenticated");
    await page.clock.fastForward(MINUTE_MS);
    await assertExpired(page);
    await control.clearLog();
    await page.evaluate(() => bare.outcome(session.roles()));
    const requests = await control.requests("GET", "/api/roles");
    assert.ok(requests.length > 0 && requests.every(({ bearer }) => !bearer));
  }),
);

for (const [what, shift] of [
  ["a machine slept through it, and its monotonic clock stood still", { wall: DAY_MS }],
  ["the wall clock was set back meanwhile", { wall: -3 * DAY_MS, mono: DAY_MS }],
]) {
  test(
    `a session has expired on waking, where ${what}, also without an answer of the deployment`,
    scenario(async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment, { before: shiftableClocks });
      await signIn(page, "ada");
      await control.faults({ method: "GET", path: SESSION, times: 50, drop: "hang" });
      await shiftClocks(page, shift);
      await wake(page);
      await assertExpired(page);
    }),
  );
}

test(
  "another sign-in starts another day",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { before: shiftableClocks });
    await signIn(page, "ada");
    await shiftClocks(page, { wall: 20 * HOUR_MS, mono: 20 * HOUR_MS });
    const grace = await signIn(page, "grace");
    await shiftClocks(page, { wall: 20 * HOUR_MS, mono: 20 * HOUR_MS });
    await refresh(page);
    assert.deepEqual(await snapshotOf(page), grace);
    await shiftClocks(page, { wall: 4 * HOUR_MS + MINUTE_MS, mono: 4 * HOUR_MS + MINUTE_MS });
    await control.expire();
    const reads = (await readsOf(page)).length;
    await wake(page);
    await until("the read on waking", async () => (await readsOf(page)).length > reads);
    await assertExpired(page);
  }),
);

async function assertExpired(page) {
  assert.deepEqual(await snapshotOf(page), withoutUser("expired"));
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  assert.deepEqual((await eventsOf(page, "signed-out")).at(-1), {
    type: "signed-out",
    detail: { reason: "expired" },
  });
}
