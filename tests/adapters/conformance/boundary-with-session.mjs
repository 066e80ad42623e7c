// An `IdentityBoundary` that is given the session, in the frameworks in which a component provides it.

import assert from "node:assert/strict";
import { showsText, signIn } from "./app.mjs";

/** `test`: the function that `conformance` returns. `adapter.bounded()` renders an `IdentityBoundary` with nothing around it. */
export function boundaryWithSession(test) {
  test("an IdentityBoundary with a session provides it, and is built anew at its `home` for another user", async ({
    open,
  }) => {
    const page = await open();
    await page.evaluate(() => void adapter.bounded());
    await showsText(page, "name", "no user");
    await signIn(page, "ada");
    await showsText(page, "name", "Ada Lovelace");
    await page.locator("#draft").fill("a draft of Ada");
    await page.evaluate(() => history.replaceState(null, "", "/agents?of=Ada"));
    await signIn(page, "grace");
    await showsText(page, "name", "Grace Hopper");
    const { draft, address } = await page.evaluate(() => ({
      draft: document.querySelector("#draft").value,
      address: location.pathname + location.search,
    }));
    assert.deepEqual([draft, address], ["", "/home"]);
  });
}
