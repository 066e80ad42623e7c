// After `maxStaleMs` without a good answer, an idle page closes its gates.

import assert from "node:assert/strict";
import { eventsOf, gatesOf, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { goOffline, goOnline } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { untilShown } from "../support/two-tabs.mjs";

test(
  "an idle page that is offline closes its gates by itself once its last answer is too old, and opens them when it is online",
  scenario(async ({ context, deployment }) => {
    const options = { maxStaleMs: 2_500, revalidate: { minIntervalMs: 0 } };
    const page = await openBare(context, deployment, { options });
    const before = await signIn(page, "ada");
    const answered = await page.evaluate(() => performance.now());
    await goOffline(context, page);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features), "before `maxStaleMs`");
    await untilShown(page, "unknown");
    const passed = (await page.evaluate(() => performance.now())) - answered;
    assert.ok(passed > 2_000, `closed after ${passed} ms`);
    const { user, features, reason } = await snapshotOf(page);
    assert.deepEqual([user, features, reason], [null, {}, null]);
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    assert.deepEqual(await eventsOf(page, "signed-out"), [], "no user was signed out");
    await goOnline(context, page);
    await untilShown(page, "authenticated");
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features));
  }),
);
