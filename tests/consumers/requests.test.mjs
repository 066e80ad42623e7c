// The dialog of docs/requests.md, and a request that ends with its identity.

import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../e2e/support/accounts.mjs";
import { ROLES } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { withPackage } from "./support/served-app.mjs";

const site = once(() => withPackage("requests"));

const MIN_INTERVAL_MS = 5_000;
const EXPECTS = { expects: [/Failed to load resource/] };

/** Runs the scenario on the page after a click on "Load the roles": signed in by this account's cookie, without a token, or signed out. */
const afterClick =
  ({ account, bearer = "strict", faults = [] }, run) =>
  async ({ context, another }) => {
    const deployment = await another(await site(), ["--bearer", bearer]);
    await servedUnder(policyWith(), deployment, async ({ origin }) => {
      if (account) await context.request.post(`${origin}/api/auth/login`, { data: credentialsOf(account) });
      const page = await context.newPage();
      await page.addInitScript(watchAborts);
      await page.goto(origin);
      await page.evaluate(createOwnSession);
      await deployment.control.faults(...faults);
      await page.getByRole("button", { name: "Load the roles" }).click();
      await run(page, () => anotherTab(context, origin));
    });
  };

/** Defines `waitingListeners()`, which returns the page's listeners that close a dialog at an identity's end and are not removed yet. */
function watchAborts() {
  const added = [];
  const add = AbortSignal.prototype.addEventListener;
  AbortSignal.prototype.addEventListener = function (type, listener, options) {
    if (String(listener).includes("dialog")) added.push(options?.signal);
    return add.call(this, type, listener, options);
  };
  globalThis.waitingListeners = () => added.filter((signal) => !signal?.aborted);
}

/** Opens another tab, with a session of the test's, the global `ours`. */
async function anotherTab(context, origin) {
  const tab = await context.newPage();
  await tab.goto(origin);
  await tab.evaluate(createOwnSession);
  return tab;
}

async function createOwnSession() {
  const { createSession } = await import("/platform-session/index.js");
  globalThis.ours = createSession();
  await globalThis.ours.ready;
}

const signIn = (tab, account) =>
  tab.evaluate((credentials) => ours.login(credentials).then(() => {}), credentialsOf(account));

test(
  "A request that needs a bearer token goes on once the right password is given; a wrong one keeps the dialog open",
  scenario(
    EXPECTS,
    afterClick({ account: "ada" }, async (page) => {
      await page.getByText("Enter your password once more to go on.").waitFor();
      assert.equal(await page.getByLabel("Email").inputValue(), ACCOUNTS.ada.email);
      await page.getByLabel("Password").fill("wrong");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("Wrong email address or password.").waitFor();
      assert.equal(await page.getByRole("dialog").isVisible(), true);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText(/^\d+ roles$/).waitFor();
      assert.equal(await page.getByRole("dialog").isVisible(), false);
    }),
  ),
);

test(
  "Giving up after a wrong password gives the request its 401, and the next dialog shows no error and no password",
  scenario(
    EXPECTS,
    afterClick({}, async (page) => {
      for (const round of [1, 2]) {
        await page.getByText("Sign in to go on.").waitFor();
        assert.equal(await page.getByRole("alert").textContent(), "", `round ${round}`);
        assert.equal(await page.getByLabel("Password").inputValue(), "");
        await page.getByLabel("Email").fill(ACCOUNTS.ada.email);
        await page.getByLabel("Password").fill("wrong");
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByText("Wrong email address or password.").waitFor();
        await page.getByRole("button", { name: "Not now" }).click();
        await page.getByText("No roles: 401").waitFor();
        // Within this interval after a read, a 401 causes no other read, and no dialog.
        await page.waitForTimeout(MIN_INTERVAL_MS);
        await page.evaluate(() => document.querySelector("#roles").replaceChildren());
        await page.getByRole("button", { name: "Load the roles" }).click();
      }
      await page.getByText("Sign in to go on.").waitFor();
      assert.equal(await page.evaluate(() => waitingListeners().length), 1, "only those of the open dialog");
    }),
  ),
);

test(
  "The dialog closes, and the request goes on, where a user signs in in another tab",
  scenario(
    EXPECTS,
    afterClick({ bearer: "cookie" }, async (page, openTab) => {
      await page.getByText("Sign in to go on.").waitFor();
      await signIn(await openTab(), "ada");
      await page.getByText(/^\d+ roles$/).waitFor();
      assert.equal(await page.getByRole("dialog").isVisible(), false);
    }),
  ),
);

test(
  "For another user the dialog is closed, and its fields are empty",
  scenario(
    EXPECTS,
    afterClick({ account: "ada" }, async (page, openTab) => {
      await page.getByLabel("Password").fill(PASSWORD);
      const tab = await openTab();
      await tab.evaluate(() => ours.logout());
      await signIn(tab, "grace");
      await page.waitForFunction((id) => ours.snapshot.user?.email === id, ACCOUNTS.grace.email);
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      const inputs = page.locator("dialog input");
      assert.deepEqual(await inputs.evaluateAll((list) => list.map((input) => input.value)), ["", ""]);
    }),
  ),
);

test(
  "A request ends with its identity, and the next user sees nothing of it",
  scenario(
    EXPECTS,
    afterClick(
      {
        account: "grace",
        bearer: "cookie",
        faults: [{ method: "GET", path: ROLES, times: 1, delay_ms: 4_000, body: { roles: [] } }],
      },
      async (page, openTab) => {
        const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith(ROLES));
        const tab = await openTab();
        await tab.evaluate(() => ours.logout());
        await signIn(tab, "ada");
        await page.waitForFunction((id) => ours.snapshot.user?.email === id, ACCOUNTS.ada.email);
        await ended;
        await page.waitForTimeout(300);
        assert.equal(await page.locator("#roles").textContent(), "");
        await page.getByRole("button", { name: "Load the roles" }).click();
        await page.getByText(/^[1-9] roles$/).waitFor();
      },
    ),
  ),
);
