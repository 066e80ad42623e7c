import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import {
  eventsOf,
  gatesOf,
  known,
  login,
  logout,
  openBare,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { LOGOUT } from "../support/identity-api.mjs";
import { AT_REST } from "../support/snapshots.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

scenario("a sign-out closes every gate in the turn of the call", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
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
});

scenario(
  "a sign-out tells the deployment, which ends the session",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.clearLog();
    assert.deepEqual(await logout(page), { value: null });
    assert.deepEqual(await snapshotOf(page), {
      status: "unauthenticated",
      user: null,
      features: {},
      reason: "signed-out",
      stale: false,
      error: null,
      ...AT_REST,
    });
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
  },
);

scenario("a sign-out closes the gates of another tab at once", async ({ context, deployment }) => {
  const here = await openBare(context, deployment);
  await signIn(here, "ada");
  const there = await openBare(context, deployment);
  assert.equal((await known(there)).status, "authenticated");
  await logout(here);
  await until("the other tab to know", async () => (await snapshotOf(there)).status === "unauthenticated");
  assert.deepEqual(await gatesOf(there, FEATURES), closedGates("denied"));
  assert.equal((await snapshotOf(there)).user, null);
});

scenario(
  "after a sign-out someone else can sign in, and sees nothing of the one before",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    const { user: ada } = await signIn(page, "ada");
    await logout(page);
    const { value } = await login(page, credentialsOf("grace"));
    assert.equal(value.user.email, credentialsOf("grace").email);
    const all = await snapshotsOf(page);
    const signedOut = all.findIndex(({ reason }) => reason === "signed-out");
    assert.ok(signedOut > 0, "the sign-out was shown");
    assert.ok(all.slice(signedOut).every(({ user }) => user?.id !== ada.id));
  },
);

for (const [what, fault, error] of [
  ["fails", { status: 503 }, { code: "server-error", status: 503 }],
  ["cannot be reached", { drop: "before-headers" }, { code: "network", status: null }],
]) {
  scenario(
    `a sign-out where the deployment ${what} leaves the session unknown, and can be tried again`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      await control.faults({ method: "POST", path: LOGOUT, times: 20, ...fault });
      const failed = await logout(page);
      const expected = { name: "SessionError", ...error, retryable: true, retryAfterMs: null };
      assert.deepEqual(failed, { error: expected });
      const snapshot = await snapshotOf(page);
      assert.deepEqual([snapshot.status, snapshot.user, snapshot.features], ["unknown", null, {}]);
      assert.deepEqual(snapshot.error, expected);
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));

      await control.clearFaults();
      let again = await logout(page);
      if (again.error) {
        // It joined the sign-out that is sent again by itself, which the fault had met before it was cleared.
        assert.deepEqual(again, failed);
        again = await logout(page);
      }
      assert.deepEqual(again, { value: null });
      const after = await snapshotOf(page);
      assert.deepEqual([after.status, after.reason, after.error], ["unauthenticated", "signed-out", null]);
      await page.reload();
      assert.equal((await known(page)).status, "unauthenticated");
    },
  );
}

scenario("the demo closes on signing out", { site: "demo" }, async ({ context, deployment }) => {
  const page = await openDemo(context, deployment);
  await signInDemo(page, "root");
  await page.getByTestId("sign-out").click();
  await waitForDemo(page, { status: "unauthenticated", reason: "signed-out" });
  assert.deepEqual(await demoGatesOf(page), closedGates("denied"));
  assert.equal(await page.getByTestId("user-name").textContent(), "");
  await page.reload();
  await waitForDemo(page, { status: "unauthenticated", reason: "no-session" });
});
