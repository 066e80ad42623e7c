// The apps of the guides below a base path: the way back, and the return address of single sign-on.

import assert from "node:assert/strict";
import { credentialsOf, PASSWORD } from "../e2e/support/accounts.mjs";
import { LOGIN } from "../e2e/support/identity-api.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { until } from "../e2e/support/until.mjs";
import { buildBelow } from "./support/served-app.mjs";

const BASE = "/app/";
const ADDRESS = `${BASE}reports?customer=42#figures`;
const { scenario } = stage();

for (const app of ["react", "react-tanstack", "solid", "vue"]) {
  scenario(`${app}, below a base path, leads to its sign-in page and back`, async ({ context, another }) => {
    const { origin } = await another(await buildBelow(BASE, app), ["--bearer", "cookie"]);
    const page = await context.newPage();
    await openSignIn(page, origin);
    await page.getByLabel("Email").fill(credentialsOf("ada").email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await isBack(page, origin);
    await context.clearCookies();

    // Single sign-on comes back to the sign-in page, as the guides say.
    const other = await context.newPage();
    await openSignIn(other, origin);
    const returnUrl = await other.evaluate(() => location.pathname + location.search);
    assert.match(returnUrl, /^\/app\/sign-in\?from=/);
    await context.request.post(origin + LOGIN, { data: credentialsOf("ada") });
    await other.goto(origin + returnUrl);
    await isBack(other, origin);
  });
}

async function openSignIn(page, origin) {
  await page.goto(origin + ADDRESS);
  await page.getByLabel("Password").waitFor();
}

async function isBack(page, origin) {
  await page.getByText("Your chats.").waitFor();
  // A site of files may put a slash behind the path.
  await until(`the address (${page.url()})`, () => page.url().replace("/?", "?") === origin + ADDRESS);
}
