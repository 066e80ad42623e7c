// A scenario: a subtree with the identity's key is built anew where another user was found before hydration.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import { FEATURE, GRANTED, readRule, showsText } from "./app.mjs";

export function identity({ test, render }) {
  if (!render) return;
  test("what a server rendered for one user begins anew where another was found before it was hydrated", async ({
    open,
    control,
  }) => {
    const initial = sessionBody(GRANTED);
    const { html } = await (await render())("View", initial, FEATURE);
    const grace = sessionBody(GRANTED, { id: 8, name: "Grace Hopper" });
    await control.faults(readRule(grace));
    const page = await open({ options: { initial } });
    await until("the other user", () => page.evaluate(() => session.snapshot.user?.id === 8));
    await page.evaluate(
      ([html, conditions]) => {
        document.querySelector("#app").innerHTML = html;
        document.querySelector("#typed").value = "of Ada";
        adapter.hydrate(undefined, { conditions });
      },
      [html, FEATURE],
    );
    await showsText(page, "status", "authenticated Grace Hopper");
    assert.equal(await page.locator("#typed").inputValue(), "");
    assert.doesNotMatch(await page.locator("#app").innerHTML(), /Ada/);
  });
}
