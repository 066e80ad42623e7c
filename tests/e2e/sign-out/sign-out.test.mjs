import assert from "node:assert/strict";
import { eventsOf, gatesOf, known, logout, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { LOGOUT } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { withoutUser } from "../support/snapshots.mjs";
import { untilShown, withTwoTabs } from "../support/two-tabs.mjs";

test(
  "a sign-out closes every gate in the turn of the call, and tells the deployment, which ends the session",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    const { before, at } = await page.evaluate(async () => {
      const gates = () =>
        session.permissions.can("chat-history") || Object.keys(session.permissions.features).length > 0;
      const before = gates();
      const told = session.logout();
      const at = {
        gates: gates(),
        snapshot: bare.plain(session.snapshot),
        heard: bare.plain(seen.snapshots.at(-1)),
      };
      await told;
      return { before, at };
    });
    assert.equal(before, true, "a gate was open before");
    assert.equal(at.gates, false);
    assert.deepEqual([at.snapshot.user, at.snapshot.features], [null, {}]);
    assert.notEqual(at.snapshot.status, "authenticated");
    assert.deepEqual(at.heard, at.snapshot, "who watches has been told");
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
  "a sign-out that failed is told again by itself, and every tab ends signed out",
  scenario((given) =>
    withTwoTabs(given, { options: { timeoutMs: 60_000 } }, async ({ here, there, control, relay }) => {
      await control.faults({ method: "POST", path: LOGOUT, times: 2, status: 503 });
      assert.equal((await logout(there)).error.code, "server-error");
      const pending = await snapshotOf(there);
      await untilShown(there, "unauthenticated");
      const told = await snapshotOf(there);
      assert.deepEqual([pending.status, pending.signOutPending], ["unknown", true]);
      assert.deepEqual([told.signOutPending, told.error], [false, null]);
      assert.equal((await control.requests("POST", LOGOUT)).length, 3);
      assert.equal((await snapshotOf(here)).status, "unauthenticated");
      const later = await openBare(given.context, relay);
      assert.equal((await known(later)).status, "unauthenticated", "the deployment was told");
    }),
  ),
);
