// Scenarios: the errors and console lines for a developer.

import assert from "node:assert/strict";
import { until } from "../../e2e/support/until.mjs";
import { FEATURE, showsText, textOf } from "./app.mjs";

export function sentences({ testOnce }) {
  testOnce(
    "a condition of a wrong type throws an error that names it",
    { expects: [/must be a name/] },
    async ({ open }) => {
      const page = await open();
      await page.evaluate(() => adapter.mountCaught({ feature: 7 }));
      await showsText(page, "thrown", "TypeError: feature must be a name");
    },
  );

  testOnce(
    "a gate without a session throws an error that says how to provide it",
    { expects: [/no session/] },
    async ({ open }) => {
      const page = await open();
      await page.evaluate(() => adapter.mountWithout({ feature: "chat-history" }));
      assert.match(await textOf(page, "thrown"), /^Error: platform-session\/\w+: no session\. .+\.$/);
    },
  );

  testOnce("a gate of a closed session writes one line on the console", async ({ open, watch }) => {
    const page = await open({ mount: { conditions: FEATURE } });
    await showsText(page, "gate", "fallback");
    const closedLines = () => watch.consoleLines.filter((line) => /this session is closed/.test(line));
    assert.equal(closedLines().length, 0);
    await page.evaluate(() => session.close());
    await until("the sentence", () => closedLines().length === 1);
    await showsText(page, "gate", "pending");
    await page.evaluate(() => view.unmount());
    assert.equal(closedLines().length, 1);
  });
}
