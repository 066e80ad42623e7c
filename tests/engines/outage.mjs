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
  scenario("during an outage gates stay as they were, stale, until the deployment is back", async (given) => {
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
    "a user who signs out during an outage is signed out on the deployment once it is back",
    async (given) => {
      const { deployment, control } = given;
      const relay = await given.relay(deployment);
      const page = await given.open(relay);
      await signIn(page, "ada");
      await relay.stop();
      const outcome = await page.evaluate(() => bare.outcome(session.logout()));
      assert.equal(outcome.error?.code, "network");
      // Unknown: only the deployment knows whether the user is signed out.
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
      assert.equal((await snapshotOf(page)).signOutPending, true);
      await given.relay(deployment, { port: relay.port });
      await until("the sign-out to be confirmed", async () => !(await snapshotOf(page)).signOutPending, {
        timeoutMs: 15_000,
      });
      await control.clearLog();
      assert.equal((await refresh(page)).value.status, "unauthenticated");
      assert.equal((await control.requests("GET", SESSION)).length, 1);
    },
  );

  scenario(
    "a page that is loaded during an outage keeps every gate closed, and opens its gates by itself once it is over",
    async (given) => {
      const { deployment, control, open } = given;
      const { features } = await signIn(await open(), "ada");
      // More often than a browser repeats a request by itself after a lost connection.
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
