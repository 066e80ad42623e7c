// The dialog of docs/requests.md, before a deployment that wants a bearer token.

import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../e2e/support/accounts.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { withPackage } from "./support/served-app.mjs";

const site = once(() => withPackage("requests"));

const { scenario } = stage();

/** Runs the scenario on the page, with the roles asked for: of Ada by her cookie alone, or of nobody. */
const asked = (isSignedIn, run) => async (given) => {
  const { context, another } = given;
  const deployment = await another(await site(), ["--bearer", "strict"]);
  await servedUnder(policyWith(), deployment, async ({ origin }) => {
    if (isSignedIn) await context.request.post(`${origin}/api/auth/login`, { data: credentialsOf("ada") });
    const page = await context.newPage();
    await page.goto(origin);
    await page.getByRole("button", { name: "Load the roles" }).click();
    await page.getByRole("dialog").waitFor();
    await run(page);
  });
};
const EXPECTS = { expects: [/Failed to load resource/] };

scenario(
  "A request that wants a bearer token goes on once the password was given",
  EXPECTS,
  asked(true, async (page) => {
    await page.getByText("Enter your password once more to go on.").waitFor();
    assert.equal(await page.getByLabel("Email").inputValue(), ACCOUNTS.ada.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(/^\d+ roles$/).waitFor();
  }),
);

scenario(
  "A request of nobody is handed its 401 where the person gives up",
  EXPECTS,
  asked(false, async (page) => {
    await page.getByText("Sign in to go on.").waitFor();
    await page.getByRole("button", { name: "Not now" }).click();
    await page.getByText("No roles: 401").waitFor();
  }),
);
