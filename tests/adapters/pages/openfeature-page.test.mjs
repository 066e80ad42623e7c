// `platform-session/openfeature` over the real session, in Chromium.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../../e2e/support/accounts.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { bundleSite, once } from "../support/bundle.mjs";

const site = once(() => bundleSite("openfeature-page.js"));
test(
  "OpenFeature: flags of a real session change at the sign-in, at a change of role, and at the sign-out",
  scenario(async ({ context, another }) => {
    const deployment = await another(await site());
    const page = await context.newPage();
    await page.goto(deployment.origin);
    await page.waitForFunction(() => globalThis.adapter);
    const flag = (name) => page.evaluate((key) => adapter.client.getBooleanValue(key, true), name);
    const takeEvents = () => page.evaluate(() => adapter.events.splice(0));

    await page.evaluate(() => adapter.ready);
    assert.equal(await page.evaluate(() => adapter.client.providerStatus), "READY");
    assert.equal(await flag("chat-history"), false);

    await takeEvents();
    await page.evaluate(
      (credentials) => adapter.session.login(credentials).then(() => {}),
      credentialsOf("ada"),
    );
    assert.deepEqual([await flag("chat-history"), await flag("report-analysis")], [true, false]);
    assert.equal(await page.evaluate(() => adapter.client.getObjectValue("chat-messages", {}).max), 50);
    assert.deepEqual(await takeEvents(), ["chat-history,chat-messages,report-analysis"]);

    await deployment.control.account(ACCOUNTS.ada.email, { role: "expert" });
    await page.evaluate(() => adapter.session.refresh().then(() => {}));
    assert.equal(await flag("report-analysis"), true);
    assert.deepEqual(await takeEvents(), ["chat-messages,report-analysis,scrum-team-agent"]);

    await page.evaluate(() => adapter.session.logout());
    assert.deepEqual([await flag("chat-history"), await flag("report-analysis")], [false, false]);
    await page.evaluate(() => adapter.session.close());
    assert.equal(await page.evaluate(() => adapter.client.providerStatus), "ERROR");
  }),
);
