// The demo while its deployment is down.

import assert from "node:assert/strict";
import { demoGatesOf, demoStatusOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates } from "../support/features.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const DOWN = { method: "GET", path: SESSION, times: 50, status: 503 };

test(
  "the demo waits for a deployment that is down, and then recovers by itself",
  scenario({ site: "demo" }, async ({ context, deployment, control }) => {
    await control.faults(DOWN);
    const page = await openDemo(context, deployment);
    await until("the failure to be shown", async () => (await demoStatusOf(page)).error === "server-error");
    assert.equal((await demoStatusOf(page)).status, "unknown");
    assert.deepEqual(await demoGatesOf(page), closedGates("unknown"));
    await control.clearFaults();
    await waitForDemo(page, { status: "unauthenticated", reason: "no-session" });
  }),
);

test(
  "the demo shows the time of the newest try, and none once the deployment answers",
  scenario({ site: "demo" }, async ({ context, deployment, control }) => {
    const page = await openDemo(context, deployment);
    await signInDemo(page, "ada");
    await page.clock.install();
    const checked = page.locator("#checked");
    await page.getByTestId("refresh").click();
    await checked.filter({ hasText: "Checked at" }).waitFor();
    await control.faults(DOWN);
    await page.getByTestId("refresh").click();
    await checked.filter({ hasText: "Tried at" }).waitFor();
    const first = await checked.textContent();
    // The session tries again by itself.
    await until("the time of a later try", async () => {
      await page.clock.runFor(10_000);
      return (await checked.textContent()) !== first;
    });
    assert.match(await checked.textContent(), /^Tried at /);
    await control.clearFaults();
    await until("the deployment to be reached", async () => {
      await page.clock.runFor(10_000);
      return !(await demoStatusOf(page)).stale;
    });
    assert.equal(await checked.textContent(), "");
  }),
);
