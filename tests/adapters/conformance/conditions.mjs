// Scenarios: which conditions a gate takes, and which it denies.

import assert from "node:assert/strict";
import { until } from "../../e2e/support/until.mjs";
import { FEATURE, SIGNED_IN, showsText, signOutUnderRule } from "./app.mjs";

export function conditions({ test, testOnce }) {
  test("a gate follows conditions that change, and keeps no listener of the old ones", async ({
    open,
    control,
  }) => {
    await control.faults(SIGNED_IN);
    const page = await open({ mount: { conditions: FEATURE } });
    await showsText(page, "gate", "content");
    const listeners = () => page.evaluate(() => counting.listeners());
    const before = await listeners();
    for (const [conditions, text] of [
      [{ feature: "no-such-feature" }, "fallback"],
      [FEATURE, "content"],
      [{ feature: "chat-history", status: "unauthenticated" }, "fallback"],
      [{ status: "authenticated" }, "content"],
    ]) {
      await page.evaluate((given) => view.change(given), conditions);
      await showsText(page, "gate", text);
      await showsText(page, "can", String(text === "content"));
    }
    assert.equal(await listeners(), before);
    await page.evaluate(() => view.unmount());
    await until("no listener", async () => (await listeners()) === 0);
  });

  testOnce(
    "a gate denies conditions that are empty, undefined, unknown or inherited",
    async ({ open, control }) => {
      await control.faults(SIGNED_IN);
      const page = await open();
      await page.evaluate(() => {
        Object.defineProperty(Object.prototype, "polluted", { value: { enabled: true }, configurable: true });
        adapter.mount({ conditions: { feature: "chat-history" } });
      });
      const denied = [
        "({})",
        "({ feature: [] })",
        '({ feature: "" })',
        "({ feature: undefined })",
        '({ feature: "chat-history", atLeast: undefined })',
        '({ feature: "chat-history", status: undefined })',
        '({ feature: "no-such-feature" })',
        '({ feature: "polluted" })',
        '({ feature: "__proto__" })',
        '({ feature: "constructor" })',
      ];
      for (const conditions of denied) {
        await page.evaluate(() => view.change({ feature: "chat-history" }));
        await showsText(page, "gate", "content");
        await page.evaluate(`view.change(${conditions})`);
        await showsText(page, "gate", "fallback");
        await showsText(page, "can", "false");
      }
    },
  );

  testOnce(
    "a gate ignores what its conditions and options inherit from Object.prototype",
    async ({ open, control }) => {
      await control.faults(SIGNED_IN);
      const page = await open();
      await page.evaluate(() => {
        const inherited = { once: true, deep: true, atLeast: "user" };
        for (const [name, value] of Object.entries(inherited))
          Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
        adapter.mount({ conditions: { feature: "chat-history" } });
      });
      await showsText(page, "gate", "content");
      await page.evaluate(() => view.change({ feature: "chat-history", atLeast: "user" }));
      await showsText(page, "gate", "fallback");
      await page.evaluate(() => view.change({ feature: "chat-history" }));
      await showsText(page, "gate", "content");
      await signOutUnderRule(control, page);
      await showsText(page, "gate", "fallback");
      await showsText(page, "can", "false");
    },
  );

  testOnce(
    "a gate whose conditions change to a wrong type closes, and stays closed at a sign-out",
    { expects: [/must be a name/] },
    async ({ open, control }) => {
      await control.faults(SIGNED_IN);
      const page = await open({ mount: { conditions: FEATURE } });
      await showsText(page, "gate", "content");
      await page.evaluate(() => view.change({ feature: null }));
      const shown = () => page.evaluate(() => document.querySelector("#app").textContent);
      await until("the gate to close", async () => !/content|true|granted/.test(await shown()));
      // React takes away what cannot be rendered; the others go on.
      if ((await shown()) === "") return;
      await page.evaluate(() => view.change({ feature: "chat-history" }));
      await showsText(page, "gate", "content");
      await page.evaluate(() => view.change({ feature: null }));
      await signOutUnderRule(control, page);
      await until("the user to go", async () => /unauthenticated/.test(await shown()));
      assert.doesNotMatch(await shown(), /content|true|granted/);
    },
  );
}
