// Libraries follow the stores of a session by their own means, without an adapter of the package.

import assert from "node:assert/strict";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { openApp, SIGNED_IN, SIGNED_OUT } from "../conformance/app.mjs";
import { bundleSite, once } from "../support/bundle.mjs";

const site = once(() => bundleSite("stores.js"));

test(
  "Svelte, Solid, Angular and RxJS follow session, permissions, feature(), reading() and gate() without an adapter",
  scenario(async ({ context, another }) => {
    const deployment = await another(await site());
    const { control } = deployment;
    await control.faults(SIGNED_OUT);
    const page = await openApp(context, deployment);
    const awaitAgreement = async (status, state) => {
      await until(status, () => page.evaluate((wanted) => session.snapshot.status === wanted, status));
      const gate = await page.evaluate(() => session.gate({ feature: "chat-history" }).value);
      assert.equal(gate, state);
      await until("every library to have the same values", async () => {
        const differing = await page.evaluate(() => differing());
        return differing.length === 0;
      });
    };
    const libraries = await page.evaluate(() => adapter.libraries);
    assert.deepEqual(libraries, ["svelte", "solid", "angular", "rxjs"]);
    await awaitAgreement("unauthenticated", "denied");
    await control.faults(SIGNED_IN);
    await page.evaluate(() => session.refresh());
    await awaitAgreement("authenticated", "granted");
    await control.faults(SIGNED_OUT);
    await page.evaluate(() => session.logout());
    await awaitAgreement("unauthenticated", "denied");
    await page.evaluate(() => endAll());
  }),
);
