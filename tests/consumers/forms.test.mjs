// The forms of docs/forms.md: a draft as the session ends.

import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { LOGIN } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { buildWithVite, withPackage } from "./support/served-app.mjs";

const APPS = {
  forms: once(() => withPackage("forms")),
  "forms-react": once(() => buildWithVite("forms-react")),
  "forms-vue": once(() => buildWithVite("forms-vue")),
};
const WORKSPACE = "/agent-hub-api/api/workspace";
const DRAFT = "What took twenty minutes";

/** Runs the scenario on the app's page, where Grace has typed a draft and saved it after her session's end: the dialog is open. */
const afterEnd = (site, run) => async (given) => {
  const deployment = await given.another(await site(), ["--bearer", "cookie"]);
  await servedUnder(policyWith({ styles: ["'self'"] }), deployment, async ({ origin }) => {
    const page = await given.context.newPage();
    await page.goto(origin);
    await signIn(page, "grace");
    await page.getByLabel("Name").fill(DRAFT);
    await deployment.control.expire();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog", { name: /Sign in again to go on\.$/ }).waitFor();
    await run(page, deployment);
  });
};

/** Runs the scenario where Grace is signed in by her cookie, and has saved without the bearer token that the deployment wants: the dialog is open. */
const withoutToken = (site, run) => async (given) => {
  const deployment = await given.another(await site(), ["--bearer", "strict"]);
  await servedUnder(policyWith({ styles: ["'self'"] }), deployment, async ({ origin }) => {
    await given.context.request.post(origin + LOGIN, { data: credentialsOf("grace") });
    const page = await given.context.newPage();
    await page.goto(origin);
    await page.getByLabel("Name").fill(DRAFT);
    await deployment.control.clearLog();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor();
    assert.equal(await page.getByLabel("Name").isVisible(), false);
    await run({ page, dialog: page.getByRole("dialog"), draft: page.getByLabel("Name"), ...deployment });
  });
};

async function signIn(within, account) {
  const { email, password } = credentialsOf(account);
  await within.getByLabel("Email").fill(email);
  await within.getByLabel("Password").fill(password);
  await within.getByRole("button", { name: "Sign in", exact: true }).click();
}

for (const [app, site] of Object.entries(APPS)) {
  test(
    `${app}: a draft is back after giving up and a sign-in in the page's form, and is saved after one in the dialog`,
    scenario(
      afterEnd(site, async (page, { control }) => {
        const dialog = page.getByRole("dialog");
        await page.getByRole("button", { name: "Not now" }).click();
        await dialog.waitFor({ state: "detached" });
        assert.equal(await page.getByLabel("Name").isVisible(), false);
        await signIn(page.locator("sign-in-form"), "grace");
        await page.getByText("Not saved.").waitFor();
        assert.equal(await page.getByLabel("Name").inputValue(), DRAFT);

        await control.expire();
        await page.getByRole("button", { name: "Save" }).click();
        await dialog.getByLabel("Password").fill("wrong");
        await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
        await dialog.getByText("Wrong email address or password.").waitFor();
        await signIn(dialog, "grace");
        await page.getByText("Saved.", { exact: true }).waitFor();
        assert.equal(await page.getByLabel("Name").inputValue(), DRAFT);
        assert.equal(await dialog.count(), 0);
      }),
    ),
  );

  test(
    `${app}: another user finds no draft, and no request saves it for that user`,
    scenario(
      afterEnd(site, async (page, { control }) => {
        await control.clearLog();
        await signIn(page.getByRole("dialog"), "root");
        await page.getByLabel("Name").waitFor();
        assert.equal(await page.getByLabel("Name").inputValue(), "");
        assert.deepEqual(await control.requests("POST", WORKSPACE), []);
      }),
    ),
  );

  test(
    `${app}: a save without a bearer token goes on after a sign-in in the dialog, but not in another tab; giving up keeps the draft`,
    scenario(
      withoutToken(site, async ({ page, dialog, draft }) => {
        await page.getByRole("button", { name: "Not now" }).click();
        await dialog.waitFor({ state: "detached" });
        await page.getByText("Not saved.").waitFor();
        assert.equal(await draft.inputValue(), DRAFT);
        await page.getByRole("button", { name: "Save" }).click();
        await dialog.waitFor();
        const otherTab = await page.context().newPage();
        await otherTab.goto(page.url());
        await otherTab.getByLabel("Name").fill("another draft");
        await otherTab.getByRole("button", { name: "Save" }).click();
        await signIn(otherTab.getByRole("dialog"), "grace");
        await otherTab.getByText("Saved.", { exact: true }).waitFor();
        await otherTab.close();
        assert.ok(await dialog.isVisible());
        await signIn(dialog, "grace");
        await page.getByText("Saved.", { exact: true }).waitFor();
        assert.equal(await draft.inputValue(), DRAFT);
      }),
    ),
  );

  test(
    `${app}: another user who signs in where a bearer token was missing finds no draft`,
    scenario(
      withoutToken(site, async ({ dialog, draft, control }) => {
        const [refused] = await control.requests("POST", WORKSPACE);
        await signIn(dialog, "root");
        await draft.waitFor();
        assert.equal(await draft.inputValue(), "");
        assert.deepEqual(await control.requests("POST", WORKSPACE), [refused]);
      }),
    ),
  );
}
