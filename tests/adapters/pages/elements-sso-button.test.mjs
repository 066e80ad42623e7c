// The sign-on button of the custom elements, as it is shipped.

import assert from "node:assert/strict";
import { answering, SSO_CONFIG } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { state, visible } from "../support/elements-page.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("elements");
test(
  "the sign-on button is a native button with the deployment's label, and appears by itself after an outage",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(
      answering("GET", SSO_CONFIG, "busy", { status: 503 }),
      answering("GET", SSO_CONFIG, { enabled: true, buttonLabel: "Sign in <b>with</b> ours" }),
    );
    const page = await open(context, deployment);
    const button = page.getByRole("button", { name: "Sign in <b>with</b> ours" });
    await button.waitFor();
    assert.deepEqual(await state(page, "sso"), ["granted", "granted"]);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "sso");
    await page.evaluate(() => {
      document.activeElement.blur();
      document.getElementById("sso").focus();
      globalThis.failed = [];
      document.addEventListener("sso-failed", ({ detail, target }) =>
        failed.push([detail.error.code, target.id]),
      );
    });
    await page.keyboard.press("Enter");
    await until("the event sso-failed", () => page.evaluate(() => failed.length > 0));
    assert.deepEqual(await page.evaluate(() => failed), [["sso-unavailable", "sso"]]);
    await page.evaluate(() =>
      document.getElementById("sso").setAttribute("return-url", "https://evil.example/"),
    );
    await button.click();
    await until("the refusal", () => page.evaluate(() => failed[1]?.[0] === "invalid-return-url"));
    await page.evaluate(() => session.close());
    await until("the button to disappear", async () => (await button.count()) === 0);
  }),
);

test(
  "during an outage the sign-on button waits between its requests",
  scenario({ site }, async ({ context, deployment, control }) => {
    const busy = { status: 503, headers: { "retry-after": "0" }, times: 1000 };
    await control.faults(answering("GET", SSO_CONFIG, "busy", busy));
    const page = await open(context, deployment);
    await page.waitForTimeout(1000);
    const { length } = await control.requests("GET", SSO_CONFIG);
    assert.ok(length > 0 && length < 10, `${length} in a second`);
  }),
);

test(
  "the sign-on button leads to the deployment, with the return URL of its attribute",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(
      answering("GET", SSO_CONFIG, { enabled: true, buttonLabel: "Sign in with ours" }, { times: 2 }),
      answering("GET", "/api/auth/sso/idp/login", "provider", { headers: { "content-type": "text/plain" } }),
    );
    const page = await open(context, deployment);
    await page.getByRole("button").click();
    await page.waitForURL("**/api/auth/sso/idp/login*");
    assert.equal(new URL(page.url()).searchParams.get("return_url"), "/?back");
  }),
);

test(
  "without single sign-on there is no button, and defining the elements with a closed session writes a line on the console",
  scenario({ site }, async ({ context, deployment, watch }) => {
    const page = await open(context, deployment);
    await until("the answer", async () => (await state(page, "sso"))[0] === "denied");
    assert.equal(await page.getByRole("button").count(), 0);
    await page.evaluate(() => {
      session.close();
      app.defineElements(session);
    });
    assert.deepEqual(await visible(page), ["history?", "nothing granted"]);
    assert.ok(watch.consoleLines.some((line) => /this session is closed.*pageSession\(\)/.test(line)));
  }),
);
