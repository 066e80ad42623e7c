// Scenarios: what belongs to one user goes with the key of the identity.

import assert from "node:assert/strict";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import { FEATURE, GRANTED, reading, refresh, showsText, signIn, signOut } from "./app.mjs";

export function identity({ test, render }) {
  test("a subtree with the identity's key begins anew for another user, and for nothing else", async ({
    open,
    control,
  }) => {
    const page = await open({ mount: { conditions: FEATURE } });
    await showsText(page, "gate", "fallback");
    const typed = page.locator("#typed");
    await signIn(page, "ada");
    await typed.fill("of Ada");
    await control.account("ada@example.com", { role: "expert" });
    await refresh(page);
    assert.equal(await page.evaluate(() => session.snapshot.user.userType), "expert");
    assert.equal(await typed.inputValue(), "of Ada", "another role");
    await page.evaluate(() => {
      for (const type of ["pagehide", "pageshow"])
        dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await showsText(page, "gate", "content");
    assert.equal(await typed.inputValue(), "of Ada", "back from the back/forward cache");
    await control.expire();
    await refresh(page);
    await showsText(page, "gate", "fallback");
    assert.equal(await page.evaluate(() => session.snapshot.reason), "ended");
    assert.equal(await typed.inputValue(), "of Ada", "the session has ended");
    await signIn(page, "ada");
    await showsText(page, "gate", "content");
    assert.equal(await typed.inputValue(), "of Ada", "the same user again");
    await signIn(page, "grace");
    await showsText(page, "status", "authenticated Grace Hopper");
    assert.equal(await typed.inputValue(), "", "another user");
    await typed.fill("of Grace");
    await signOut(page);
    await showsText(page, "gate", "fallback");
    assert.equal(await typed.inputValue(), "", "no user");
  });

  if (!render) return;
  test("what a server rendered for one user begins anew where another was found before it was hydrated", async ({
    open,
    control,
  }) => {
    const initial = sessionBody(GRANTED);
    const { html } = await (await render())("View", initial, FEATURE);
    const grace = sessionBody(GRANTED, { id: 8, name: "Grace Hopper" });
    await control.faults(reading(grace));
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
