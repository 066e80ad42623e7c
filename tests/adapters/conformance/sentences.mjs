// Scenarios: the sentences that a developer is told.

import assert from "node:assert/strict";
import { until } from "../../e2e/support/until.mjs";
import { FEATURE, showsText, textOf } from "./app.mjs";

export function sentences({ testOnce }) {
  testOnce("names a condition of a wrong type", { expects: [/must be a name/] }, async ({ open }) => {
    const page = await open();
    await page.evaluate(() => adapter.mountCaught({ feature: 7 }));
    await showsText(page, "thrown", "TypeError: feature must be a name");
  });

  testOnce("says in a sentence that there is no session", { expects: [/no session/] }, async ({ open }) => {
    const page = await open();
    await page.evaluate(() => adapter.mountWithout({ feature: "chat-history" }));
    assert.match(await textOf(page, "thrown"), /^Error: platform-session\/\w+: no session\. .+\.$/);
  });

  testOnce("says in a sentence on the console that the session is closed", async ({ open, watch }) => {
    const page = await open({ mount: { conditions: FEATURE } });
    await showsText(page, "gate", "fallback");
    const said = () => watch.consoleLines.filter((line) => /this session is closed/.test(line));
    assert.equal(said().length, 0);
    await page.evaluate(() => session.close());
    await until("the sentence", () => said().length === 1);
    await showsText(page, "gate", "pending");
    await page.evaluate(() => view.unmount());
    assert.equal(said().length, 1);
  });
}
