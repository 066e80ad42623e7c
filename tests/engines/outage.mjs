// A deployment that is gone: nothing listens at its address.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../e2e/support/accounts.mjs";
import { eventsOf, gatesOf, refresh, signIn, snapshotOf } from "../e2e/support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../e2e/support/features.mjs";
import { SESSION } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";
import { untilShown } from "./stage.mjs";

const eager = { options: { revalidate: { intervalMs: 100, minIntervalMs: 0 } } };

export function outage(scenario) {
  scenario("a deployment that goes away leaves gates as they are, stale, until it is back", async (given) => {
    const { deployment } = given;
    const relay = await given.relay(deployment);
    const page = await given.open(relay, eager);
    const { features } = await signIn(page, "ada");
    await relay.stop();
    await untilShown(page, { stale: true });
    const { status, error } = await snapshotOf(page);
    assert.deepEqual([status, error.code, error.retryable], ["authenticated", "network", true]);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));

    await given.relay(deployment, { port: relay.port });
    await untilShown(page, { status: "authenticated", stale: false, email: ACCOUNTS.ada.email });
    assert.equal((await snapshotOf(page)).error, null);
    assert.deepEqual(await eventsOf(page, "signed-out"), []);
  });

  scenario(
    "a user who signed out during an outage is signed out, and the deployment told once it is back",
    async (given) => {
      const { deployment, control } = given;
      const relay = await given.relay(deployment);
      const page = await given.open(relay);
      await signIn(page, "ada");
      await relay.stop();
      const told = await page.evaluate(() => bare.outcome(session.logout()));
      assert.equal(told.error?.code, "network");
      // The deployment has to say who is signed in.
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
      assert.equal((await snapshotOf(page)).signOutPending, true);
      await given.relay(deployment, { port: relay.port });
      await until("the sign-out to be told", async () => !(await snapshotOf(page)).signOutPending, {
        timeoutMs: 15_000,
      });
      await control.clearLog();
      assert.equal((await refresh(page)).value.status, "unauthenticated");
      assert.equal((await control.requests("GET", SESSION)).length, 1);
    },
  );

  scenario(
    "a page that is loaded while the session cannot be read stays closed, and then opens by itself",
    async (given) => {
      const { deployment, control, open } = given;
      const { features } = await signIn(await open(), "ada");
      // The rule holds more often than a browser repeats a request by itself on a connection that was lost.
      await control.faults({ method: "GET", path: SESSION, times: 50, drop: "before-headers" });
      const page = await open(deployment, { early: true });
      await until("the failure", async () => (await snapshotOf(page)).error?.code === "network");
      assert.equal((await snapshotOf(page)).status, "unknown");
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
      await control.clearFaults();
      await untilShown(page, { status: "authenticated" });
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    },
  );
}
