// On the reference deployment, the demo shows the accounts beside its form. On any other deployment it does not.

import assert from "node:assert/strict";
import { ACCOUNTS, PASSWORD } from "../support/accounts.mjs";
import { openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { answering } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const ABOUT = "/_reference";

test(
  "the accounts fill the form in, and are hidden with it; the password is not loaded before the user clicks",
  scenario({ site: "demo" }, async ({ context, deployment }) => {
    const page = await context.newPage();
    const bodies = [];
    page.on("response", async (answer) => {
      if (new URL(answer.url()).pathname.startsWith(ABOUT)) bodies.push(await answer.text());
    });
    await page.goto(deployment.origin);
    const accounts = page.getByTestId("accounts");
    await accounts.waitFor();
    assert.equal(bodies.length, 1);
    assert.equal(bodies[0].includes(PASSWORD), false);
    const names = await accounts.getByRole("button").allInnerTexts();
    assert.deepEqual(
      names.map((text) => text.replace(/\s*\n\s*/, ": ")),
      [
        "Ada Lovelace: default",
        "Grace Hopper: expert",
        "Root Administrator: administrator",
        "Mallory Mallet: default, deactivated",
      ],
    );
    await page.getByRole("button", { name: "Grace Hopper" }).click();
    await page.locator(".sign-in-submit:focus").waitFor();
    assert.equal(await page.locator(".sign-in-email").inputValue(), ACCOUNTS.grace.email);
    await page.keyboard.press("Enter");
    await waitForDemo(page, { status: "authenticated" });
    assert.equal(await page.getByTestId("user-name").textContent(), "Grace Hopper");
    assert.ok(await accounts.isHidden());
  }),
);

const OTHERS = {
  "has no such path": { status: 404 },
  "answers every path with its page": { type: "text/html", body: "<!doctype html><title>App</title>" },
  "answers it with something else": { body: { accounts: [{ email: "a@example.com" }], control: true } },
};
test(
  "the demo shows neither accounts nor its panel on a deployment that has no such path, answers it with a page, or with something else",
  scenario({ site: "demo" }, async ({ context, deployment, control, watch }) => {
    for (const [what, { status = 200, body = {}, type = "application/json" }] of Object.entries(OTHERS)) {
      await control.faults(
        answering("GET", ABOUT, body, { status, times: 9, headers: { "content-type": type } }),
      );
      const page = await openDemo(context, deployment);
      await waitForDemo(page, { status: "unauthenticated" });
      await watch.quiet();
      for (const part of ["accounts", "steering"])
        assert.ok(await page.getByTestId(part).isHidden(), `${what}: ${part}`);
      await signInDemo(page, "ada");
      await page.getByTestId("sign-out").click();
      await waitForDemo(page, { status: "unauthenticated" });
      await page.close();
      await control.clearFaults();
    }
  }),
);
