// `queryClientPerIdentity` of `platform-session/data` in React, over the real session, in Chromium.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../../e2e/support/accounts.mjs";
import { AGENTS, LOGIN } from "../../e2e/support/identity-api.mjs";
import { arrival, goBack, pause } from "../../e2e/support/page-life.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { bundleSite, once } from "../support/bundle.mjs";

const site = once(() => bundleSite("tanstack-query-page.jsx"));
const BEARER = ["--bearer", "cookie"];
const EXPECTS = { expects: [/Failed to load resource/] };
const LISTED = "Meeting summary";
const RETRY_AFTER_S = 3;

/** Signs in by the form that shows in place of the content. */
async function submit(page, account) {
  await page.getByLabel("Email").fill(ACCOUNTS[account].email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function openList(context, deployment, query = "") {
  const page = await context.newPage();
  await page.goto(`${deployment.origin}/${query}`);
  await submit(page, "ada");
  await page.getByText(LISTED).waitFor();
  return page;
}

const requests = async ({ control }) => (await control.requests("GET", AGENTS)).length;

/** Fires the events of a page that becomes visible and online again. */
const returnToPage = (page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
  });

test(
  'TanStack Query: after "Not now" no hidden query sends a request, and after the user\'s sign-in the list is loaded again',
  scenario(EXPECTS, async ({ context, another }) => {
    const deployment = await another(await site(), BEARER);
    const page = await openList(context, deployment);
    await deployment.control.expire();
    await returnToPage(page);
    await page.getByRole("button", { name: "Not now" }).click();
    await page.getByLabel("Password").waitFor();
    assert.equal(await page.getByText(LISTED).isVisible(), false);
    const before = await requests(deployment);
    for (let times = 0; times < 3; times++) {
      await returnToPage(page);
      await pause(page);
    }
    assert.equal(await requests(deployment), before);
    assert.equal(await page.getByRole("dialog").count(), 0);
    await submit(page, "ada");
    await page.getByText(LISTED).waitFor();
    await until("the list to be asked for", async () => (await requests(deployment)) > before);
    await page.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => globalThis.clients), 1);
  }),
);

test(
  "TanStack Query: a list whose first answer was a 401 is loaded by itself after the user's sign-in",
  scenario(EXPECTS, async ({ context, another }) => {
    const deployment = await another(await site(), BEARER);
    await deployment.control.faults({ method: "GET", path: AGENTS, times: 100, status: 401 });
    // Ada is signed in by the cookie alone: the page holds no token.
    await context.request.post(deployment.origin + LOGIN, { data: credentialsOf("ada") });
    const page = await context.newPage();
    await page.goto(deployment.origin);
    await page.getByRole("button", { name: "Not now" }).click();
    await page.getByText("The agents cannot be shown.").waitFor();
    await returnToPage(page);
    await pause(page);
    assert.equal(await page.getByRole("dialog").count(), 0);
    await deployment.control.clearFaults();
    await page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf("ada"));
    await page.getByText(LISTED).waitFor();
  }),
);

test(
  "TanStack Query: a request that is answered 429 is repeated after `Retry-After`, and not before",
  scenario(EXPECTS, async ({ context, another }) => {
    const deployment = await another(await site(), BEARER);
    await deployment.control.faults({
      method: "GET",
      path: AGENTS,
      times: 1,
      status: 429,
      headers: { "Retry-After": `${RETRY_AFTER_S}` },
    });
    const page = await context.newPage();
    // In development React mounts an effect twice, and the library sends its request twice; not so with Suspense.
    await page.goto(`${deployment.origin}/?suspense`);
    await submit(page, "ada");
    await until("the first request", async () => (await requests(deployment)) === 1);
    await pause(page, RETRY_AFTER_S * 1000 - 700);
    assert.equal(await requests(deployment), 1);
    await page.getByText(LISTED).waitFor();
    assert.equal(await requests(deployment), 2);
  }),
);

test(
  "TanStack Query: within Suspense each user's list is loaded once, and is the user's own",
  scenario(EXPECTS, async ({ context, another }) => {
    const deployment = await another(await site(), BEARER);
    const page = await openList(context, deployment, "?suspense");
    assert.equal(await requests(deployment), 1);
    await page.evaluate(() => session.logout());
    await submit(page, "grace");
    await page.getByText("Agents of Grace Hopper").waitFor();
    await page.getByText(LISTED).waitFor();
    assert.equal(await requests(deployment), 2);
    assert.equal(await page.evaluate(() => globalThis.clients), 2);
  }),
);

test(
  "TanStack Query: a page that is back from the back/forward cache loads its list again, once its user is known",
  scenario({ window: true, ...EXPECTS }, async ({ context, another }) => {
    const deployment = await another(await site(), BEARER);
    const page = await openList(context, deployment);
    const before = await requests(deployment);
    await page.evaluate(() => {
      globalThis.isKept = true;
    });
    await page.goto(`${deployment.origin}/pkg/package.json`);
    await goBack(page);
    await arrival(page, () => globalThis.isKept);
    await page.getByText(LISTED).waitFor();
    await until("the list to be asked for", async () => (await requests(deployment)) === before + 1);
    await pause(page);
    assert.equal(await requests(deployment), before + 1);
  }),
);
