// The page of docs/getting-started.md, built with the guide's command.

import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { LOGIN, LOGOUT } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("getting-started"));

const EXPECTS = { expects: [/Failed to load resource/] };

/** Runs the scenario on the page, under a policy: by default the one that the package needs. */
const onPage =
  (run, policy = policyWith()) =>
  async ({ context, another }) => {
    const deployment = await another(await site());
    await servedUnder(policy, deployment, async ({ origin }) => {
      const page = await context.newPage();
      await page.goto(origin);
      await run(page, deployment.control);
    });
  };

async function fillIn(page, { email }, password = PASSWORD) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
}

async function signIn(page, ...credentials) {
  await fillIn(page, ...credentials);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test(
  "The first page shows the signed-in user, and the button to a user with the feature",
  scenario(
    EXPECTS,
    onPage(async (page) => {
      const isShown = (name) => page.getByRole("button", { name }).isVisible();
      await page.getByText("No user is signed in").waitFor();
      assert.deepEqual(await Promise.all(["Analyse", "Sign out"].map(isShown)), [false, false]);
      await signIn(page, ACCOUNTS.ada, "wrong");
      await page.getByText("Wrong email address or password.").waitFor();
      await signIn(page, ACCOUNTS.ada);
      await page.getByText("Signed in as Ada Lovelace").waitFor();
      assert.deepEqual(await Promise.all(["Analyse", "Sign in"].map(isShown)), [false, false]);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByText("No user is signed in").waitFor();
      await signIn(page, ACCOUNTS.grace);
      await page.getByRole("button", { name: "Analyse" }).waitFor();
    }),
  ),
);

test(
  "A double click on the sign-in button of the first page signs in without an error",
  scenario(
    EXPECTS,
    onPage(async (page, control) => {
      await control.faults({ method: "POST", path: LOGIN, times: 2, delay_ms: 300 });
      await fillIn(page, ACCOUNTS.ada);
      await page.getByRole("button", { name: "Sign in" }).dblclick();
      await page.getByText("Signed in as Ada Lovelace").waitFor();
      assert.equal((await control.requests("POST", LOGIN)).length, 2);
      assert.equal(await page.locator("#failure").textContent(), "");
    }),
  ),
);

test(
  "The first page says that a sign-out has failed, and shows no user then",
  scenario(
    EXPECTS,
    onPage(async (page, control) => {
      await signIn(page, ACCOUNTS.ada);
      await page.getByText("Signed in as Ada Lovelace").waitFor();
      await control.faults({ method: "POST", path: LOGOUT, times: 100, status: 503 });
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByText("You are not signed out yet. Trying again…").waitFor();
      await control.clearFaults();
      await page.getByText("No user is signed in").waitFor();
    }),
  ),
);

test(
  "The first page works where WebAssembly cannot run",
  scenario(
    EXPECTS,
    onPage(
      async (page) => {
        await signIn(page, ACCOUNTS.ada);
        await page.getByText("Signed in as Ada Lovelace").waitFor();
      },
      policyWith().replace(" 'wasm-unsafe-eval'", ""),
    ),
  ),
);
