// Grants outlive the last good answer for `maxStaleMs`, on a page that nobody touches as on any other.

import assert from "node:assert/strict";
import { eventsOf, gatesOf, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { HOUR_MS, shiftableClocks, shiftClocks, wake } from "../support/clocks.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { goOffline, goOnline } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown } from "../support/two-tabs.mjs";

const { scenario } = stage();

scenario(
  "an idle page that the network leaves closes by itself once its last answer is too old, and opens when it is back",
  async ({ context, deployment }) => {
    const options = { maxStaleMs: 2_500, revalidate: { minIntervalMs: 0 } };
    const page = await openBare(context, deployment, { options });
    const before = await signIn(page, "ada");
    const answered = await page.evaluate(() => performance.now());
    await goOffline(context, page);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features), "not before its time");
    await untilShown(page, "unknown");
    const passed = (await page.evaluate(() => performance.now())) - answered;
    assert.ok(passed > 2_000, `closed after ${passed} ms`);
    await assertClosed(page);
    await goOnline(context, page);
    await untilShown(page, "authenticated");
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features));
  },
);

scenario(
  "a page that was idle and offline for longer than its time, asleep or not, is closed when somebody comes back to it",
  async ({ context, deployment }) => {
    for (const shift of [{ wall: HOUR_MS }, { wall: HOUR_MS, mono: HOUR_MS }]) {
      const page = await openBare(context, deployment, {
        options: { maxStaleMs: HOUR_MS },
        before: shiftableClocks,
      });
      const { features } = await signIn(page, "ada");
      await goOffline(context, page);
      await wake(page);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
      await shiftClocks(page, shift);
      await wake(page);
      await untilShown(page, "unknown");
      await assertClosed(page);
      await goOnline(context, page);
      await untilShown(page, "authenticated");
      await page.close();
    }
  },
);

scenario(
  "a page whose last answer is too old already closes as the network goes, and not while it is there",
  async ({ context, deployment }) => {
    const options = { maxStaleMs: HOUR_MS, revalidate: { onFocus: false } };
    const page = await openBare(context, deployment, { options, before: shiftableClocks });
    const { features } = await signIn(page, "ada");
    await shiftClocks(page, { wall: 2 * HOUR_MS, mono: 2 * HOUR_MS });
    await wake(page);
    assert.deepEqual(
      await gatesOf(page, FEATURES),
      gatesFor(features),
      "hours without a failure close nothing",
    );
    await goOffline(context, page);
    await untilShown(page, "unknown");
    await assertClosed(page);
  },
);

/** Nobody was signed out; what is granted is not known any more. */
async function assertClosed(page) {
  const { user, features, reason } = await snapshotOf(page);
  assert.deepEqual([user, features, reason], [null, {}, null]);
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
  assert.deepEqual(await eventsOf(page, "signed-out"), []);
}
