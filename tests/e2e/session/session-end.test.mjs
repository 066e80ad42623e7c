import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, gatesOf, known, openBare, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { AT_REST } from "../support/snapshots.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

scenario("a deactivation shows at the next read", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  await control.account(ACCOUNTS.ada.email, { active: false });
  await refresh(page);
  await assertEnded(page, "deactivated");
});

scenario(
  "a deactivated account is known as such from the first read",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.account(ACCOUNTS.ada.email, { active: false });
    await page.reload();
    const { status, reason } = await known(page);
    assert.deepEqual([status, reason], ["unauthenticated", "deactivated"]);
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  },
);

scenario(
  "a session whose token has ended is over at the next read",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.expire();
    const { value } = await refresh(page);
    assert.deepEqual([value.status, value.reason], ["unauthenticated", "ended"]);
    await assertEnded(page, "ended");
  },
);

scenario("after the end of a session the next sign-in works", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  await control.expire();
  await refresh(page);
  const { status, user } = await signIn(page, "grace");
  assert.deepEqual([status, user.email], ["authenticated", ACCOUNTS.grace.email]);
  assert.equal((await eventsOf(page, "signed-in")).length, 2);
});

for (const [what, end, reason] of [
  ["a deactivation", (control) => control.account(ACCOUNTS.ada.email, { active: false }), "deactivated"],
  ["the end of every token", (control) => control.expire(), "ended"],
]) {
  scenario(
    `the demo closes at the read after ${what}`,
    { site: "demo" },
    async ({ context, deployment, control }) => {
      const page = await openDemo(context, deployment);
      await signInDemo(page, "ada");
      await end(control);
      await page.getByTestId("refresh").click();
      await waitForDemo(page, { status: "unauthenticated", reason });
      assert.deepEqual(await demoGatesOf(page), closedGates("denied"));
      assert.equal(await page.getByTestId("user-name").textContent(), "");
      assert.ok(await page.getByTestId("sign-in-form").isVisible());
    },
  );
}

async function assertEnded(page, reason) {
  assert.deepEqual(await snapshotOf(page), {
    status: "unauthenticated",
    user: null,
    features: {},
    reason,
    stale: false,
    error: null,
    ...AT_REST,
  });
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  const ended = await eventsOf(page, "signed-out");
  assert.deepEqual(ended, [{ type: "signed-out", detail: { reason } }]);
}
