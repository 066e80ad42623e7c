// The sign-in form and the session's notices in the markup of frameworks: attributes and properties reach the elements, and the frameworks leave
// the elements' own content alone.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { answering, SSO_CONFIG } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { bundleSite, once } from "../support/bundle.mjs";

const OFFER = answering("GET", SSO_CONFIG, { enabled: true, buttonLabel: "Ours" }, { times: 9 });
const SITES = {
  React: once(() => bundleSite("sign-in-elements.react.jsx")),
  Vue: once(() => bundleSite("sign-in-elements.vue.js")),
  Solid: once(() => bundleSite("sign-in-elements.solid.jsx")),
};

for (const [name, site] of Object.entries(SITES)) {
  test(
    `${name}: texts, single sign-on and its return URL are set in the markup`,
    scenario(async (given) => {
      const { origin, control } = await given.another(await site());
      await control.faults(OFFER);
      const page = await given.context.newPage();
      await page.goto(origin);
      await page.getByRole("button", { name: "Ours" }).waitFor();
      assert.equal(await page.locator("sign-in-form").getAttribute("return-url"), "/way-back");
      const { email, password } = credentialsOf("ada");
      await page.getByLabel("E-Mail").fill(email);
      await page.getByLabel("Passwort").fill(password);
      await page.getByRole("button", { name: "Anmelden" }).click();
      await page.locator(".sign-in-fields").waitFor({ state: "detached" });
      await page.getByText("Ihre Sitzung endet bald.").waitFor();
      await page.getByRole("button", { name: "Angemeldet bleiben" }).click();
      await page.getByRole("dialog").getByLabel("Password").waitFor();
    }),
  );
}

test(
  "React: elements that are defined after hydration are rendered again without a warning",
  scenario(async (given) => {
    const { origin, control } = await given.another(await SITES.React());
    await control.faults(OFFER);
    const page = await given.context.newPage();
    await page.goto(`${origin}/?hydrate`);
    await page.locator(".renders-1 .sign-in-fields").waitFor();
    await page.getByRole("button", { name: "Ours" }).waitFor();
    await page.locator(".renders-1").getByRole("button", { name: "Stay signed in" }).waitFor();
    assert.deepEqual(await page.evaluate(() => complaints), []);
    assert.deepEqual(
      given.watch.consoleLines.filter((line) => /hydrat/i.test(line)),
      [],
    );
  }),
);
