import assert from "node:assert/strict";
import { eventsOf, gatesOf, known, logout, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { LOGOUT } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { withoutUser } from "../support/snapshots.mjs";
import { untilShown, withTwoTabs } from "../support/two-tabs.mjs";

test(
  "a sign-out closes every gate in the turn of the call, and ends the session on the deployment",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    const { before, atCall } = await page.evaluate(async () => {
      const gates = () =>
        session.permissions.can("chat-history") || Object.keys(session.permissions.features).length > 0;
      const before = gates();
      const signedOut = session.logout();
      const atCall = {
        gates: gates(),
        snapshot: bare.plain(session.snapshot),
        published: bare.plain(seen.snapshots.at(-1)),
      };
      await signedOut;
      return { before, atCall };
    });
    assert.equal(before, true, "a gate was open before");
    assert.equal(atCall.gates, false);
    assert.deepEqual([atCall.snapshot.user, atCall.snapshot.features], [null, {}]);
    assert.notEqual(atCall.snapshot.status, "authenticated");
    assert.deepEqual(atCall.published, atCall.snapshot, "subscribers have been notified");
    assert.deepEqual(await snapshotOf(page), withoutUser("signed-out"));
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.deepEqual(
      (await control.requests("POST", LOGOUT)).map(({ cookie }) => cookie),
      [true],
    );
    assert.deepEqual(await eventsOf(page, "signed-out"), [
      { type: "signed-out", detail: { reason: "signed-out" } },
    ]);

    await page.reload();
    assert.deepEqual((await known(page)).reason, "no-session");
  }),
);

test(
  "a sign-out that failed is sent again by itself, and every tab is signed out in the end",
  scenario((given) =>
    withTwoTabs(given, { options: { timeoutMs: 60_000 } }, async ({ here, there, control, relay }) => {
      await control.faults({ method: "POST", path: LOGOUT, times: 2, status: 503 });
      assert.equal((await logout(there)).error.code, "server-error");
      const pending = await snapshotOf(there);
      await untilShown(there, "unauthenticated");
      const confirmed = await snapshotOf(there);
      assert.deepEqual([pending.status, pending.signOutPending], ["unknown", true]);
      assert.deepEqual([confirmed.signOutPending, confirmed.error], [false, null]);
      assert.equal((await control.requests("POST", LOGOUT)).length, 3);
      assert.equal((await snapshotOf(here)).status, "unauthenticated");
      const later = await openBare(given.context, relay);
      assert.equal((await known(later)).status, "unauthenticated", "the deployment has ended the session");
    }),
  ),
);
