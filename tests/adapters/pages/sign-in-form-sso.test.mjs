// The sign-in form without `return-url`: to which address single sign-on leads back.

import assert from "node:assert/strict";
import { answering } from "../../e2e/support/identity-api.mjs";
import { providerStage } from "../../e2e/support/provider.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { OFFER, openForm } from "../support/sign-in-form.mjs";
import { layOut } from "../support/site.mjs";

const { connect } = providerStage();
const site = layOut("sign-in-form");

/** Opens the page, and removes the form's `return-url`. */
async function openWithoutReturnUrl(context, deployment) {
  const page = await openForm(context, deployment, "?sso");
  await page.evaluate(() => app.form.removeAttribute("return-url"));
  return page;
}

/** Addresses of the page, each with the return URL that the form passes on, and a sentence's end about it. */
const ADDRESSES = [
  ["/base/reports?page=2#top", "/base/reports?page=2#top", "path, query and fragment, under a base path too"],
  ["/reports?page=2#a\\b", "/reports?page=2", "without a fragment that the deployment does not accept"],
  ["/reports?of=a\\b#top", "/reports", "to the path alone, where it does not accept the query"],
  ["//reports", null, "to the deployment's home page, where it does not accept the path"],
];

test(
  "single sign-on leads back to the page's address at the click, or to as much of it as the deployment accepts",
  scenario({ site }, async ({ context, deployment, control }) => {
    await control.faults(
      { ...OFFER, times: 99 },
      answering("GET", "/api/auth/sso/idp/login", "provider", { times: 9 }),
    );
    for (const [address, returnUrl, message] of ADDRESSES) {
      const page = await openWithoutReturnUrl(context, deployment);
      const button = page.getByRole("button", { name: "Sign in with ours" });
      await button.waitFor();
      await page.evaluate((path) => history.pushState(null, "", location.origin + path), address);
      await button.click();
      await page.waitForURL("**/api/auth/sso/idp/login*");
      assert.equal(new URL(page.url()).searchParams.get("return_url"), returnUrl, message);
      await page.close();
    }
  }),
);

test(
  "the provider leads back to the page's last address, where the user is signed in",
  scenario({ site }, async (given) => {
    const { deployment } = await connect(given.another, site);
    const page = await openWithoutReturnUrl(given.context, deployment);
    await page.evaluate(() => history.pushState(null, "", "/index.html?page=2#top"));
    await page.locator(".sign-in-sso").click();
    await page.getByTestId("continue-as-hedy").click();
    await page.waitForURL("**/index.html?page=2#top");
    await page.waitForFunction(() => globalThis.session?.snapshot.user?.email === "hedy@example.com");
  }),
);
