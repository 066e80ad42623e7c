import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, gatesOf, known, openBare, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { withoutUser } from "../support/snapshots.mjs";

test(
  "a deactivation shows at the next read",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.account(ACCOUNTS.ada.email, { active: false });
    await refresh(page);
    await assertEnded(page, "deactivated");
  }),
);

test(
  "a deactivated account is known as such from the first read",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.account(ACCOUNTS.ada.email, { active: false });
    await page.reload();
    const { status, reason } = await known(page);
    assert.deepEqual([status, reason], ["unauthenticated", "deactivated"]);
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  }),
);

test(
  "a session with a token that has ended is over at the next read",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.expire();
    const { value } = await refresh(page);
    assert.deepEqual([value.status, value.reason], ["unauthenticated", "ended"]);
    await assertEnded(page, "ended");
  }),
);

async function assertEnded(page, reason) {
  assert.deepEqual(await snapshotOf(page), withoutUser(reason));
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  const ended = await eventsOf(page, "signed-out");
  assert.deepEqual(ended, [{ type: "signed-out", detail: { reason } }]);
}
