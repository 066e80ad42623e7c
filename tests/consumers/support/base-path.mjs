// Checks an app below a base path: its sign-in page leads back, and so does single sign-on.

import assert from "node:assert/strict";
import { credentialsOf, PASSWORD } from "../../e2e/support/accounts.mjs";
import { LOGIN, SESSION } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";

export const BASE = "/app/";
const ADDRESS = `${BASE}reports?customer=42#figures`;

/** Opens a protected page and signs in, by the form and as single sign-on does, and checks that each leads back to the page. */
export async function assertLeadsBack(context, origin) {
  const page = await context.newPage();
  await openSignIn(page, origin);
  await page.getByLabel("Email").fill(credentialsOf("ada").email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await assertIsBack(page, origin);
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByText("Welcome, Ada Lovelace.").waitFor();
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByText("Your chats.").waitFor();
  assert.match(page.url(), /\/app\/reports$/);
  await context.clearCookies();

  // Single sign-on leads back to the sign-in page, as the guides say; the browser keeps the fragment.
  const nextPage = await context.newPage();
  await openSignIn(nextPage, origin);
  const returnUrl = await nextPage.evaluate(() => location.pathname + location.search + location.hash);
  assert.match(returnUrl, /^\/app\/sign-in\/?\?from=/);
  await context.request.post(origin + LOGIN, { data: credentialsOf("ada") });
  await nextPage.goto("about:blank");
  await nextPage.goto(origin + returnUrl);
  await assertIsBack(nextPage, origin);
}

async function openSignIn(page, origin) {
  await page.goto(origin + ADDRESS);
  await page.getByLabel("Password").waitFor();
  // The form of a page that a server rendered works only after its scripts run.
  await page.waitForFunction((path) => performance.getEntriesByName(location.origin + path).length, SESSION);
}

async function assertIsBack(page, origin) {
  await page.getByText("Your chats.").waitFor();
  // A server of static files may add a slash to the path.
  await until(`the address (${page.url()})`, () => page.url().replace("/?", "?") === origin + ADDRESS);
}
