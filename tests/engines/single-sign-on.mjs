// Single sign-on at a certified provider, as a redirect and in a window.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { gatesOf, known, snapshotOf } from "../e2e/support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../e2e/support/features.mjs";
import { SESSION } from "../e2e/support/identity-api.mjs";
import { arrival, goBack } from "../e2e/support/page-life.mjs";
import { until } from "../e2e/support/until.mjs";
import { deploymentFlags } from "../provider/deployment-flags.mjs";
import { startProvider } from "../provider/provider.mjs";

const BARE = new URL("../e2e/site/bare.html", import.meta.url);
const HEDY = '[data-testid="continue-as-hedy"]';
const DECLINE = '[data-testid="decline"]';

export function singleSignOn(scenario) {
  scenario("a redirect to the provider signs in, and leads back to the return URL", async (given) => {
    const { deployment, provider } = await connect(given);
    const page = await given.open(deployment);
    await leaveByRedirect(page, provider);
    await page.click(HEDY);
    await arrival(page, () => location.search === "?returned" && "session" in globalThis);
    const { user, features } = await known(page);
    assert.deepEqual([user.email, user.authSource === "local"], ["hedy@example.com", false]);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    assert.equal(new URL(await page.evaluate(() => location.href)).origin, deployment.origin);
  });

  scenario(
    "after Back from the provider's page every gate is closed, and the next try signs in",
    async (given) => {
      const { deployment, provider } = await connect(given);
      const page = await given.open(deployment);
      await leaveByRedirect(page, provider);
      await goBack(page);
      await arrival(page, () => "session" in globalThis);
      const { status, user } = await known(page);
      assert.deepEqual([status, user], ["unauthenticated", null]);
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
      await leaveByRedirect(page, provider);
      await page.click(HEDY);
      await arrival(page, () => location.search === "?returned" && "session" in globalThis);
      assert.equal((await known(page)).user.email, "hedy@example.com");
    },
    { cannot: { webkit: "its driver answers nothing more once a page goes back to another origin" } },
  );

  scenario("single sign-on in a window opens the gates of the page, and closes the window", async (given) => {
    const { deployment } = await connect(given);
    const page = await openTogether(given, deployment);
    const window = await openWindow(given, page);
    assert.equal(await window.evaluate(() => globalThis.opener), null, "the provider cannot reach the page");
    await window.click(HEDY);
    assert.deepEqual(await endOf(page), { value: null });
    const { user, features } = await snapshotOf(page);
    assert.equal(user.email, "hedy@example.com");
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    assert.equal(await page.evaluate(() => location.pathname), "/bare.html", "the page was not left");
    await until("the window to close", () => window.isClosed());
  });

  scenario("a window that the user closes leaves the page as it was", async (given) => {
    const { deployment } = await connect(given);
    const page = await openTogether(given, deployment);
    const before = await snapshotOf(page);
    const window = await openWindow(given, page);
    await window.close();
    assert.equal((await endOf(page)).error?.code, "popup-closed");
    assert.deepEqual(await snapshotOf(page), before);
  });

  scenario("a sign-in that is declined at the provider signs no user in", async (given) => {
    const { deployment, provider } = await connect(given);
    const page = await given.open(deployment);
    await leaveByRedirect(page, provider);
    await page.click(DECLINE);
    await arrival(page, () => document.body?.dataset.reason || document.querySelector("[data-reason]"));
    const again = await given.open(deployment);
    assert.equal((await known(again)).status, "unauthenticated");
  });

  scenario(
    "where single sign-on is off, start() rejects, and the page is not left",
    async ({ deployment, open }) => {
      const page = await open();
      const { code, refused } = await page.evaluate(async () => {
        const { error } = await bare.outcome(session.sso.start({ returnUrl: "/reports" }));
        const targets = ["https://evil.example/", "/\\evil.example", "/.//evil.example", "javascript:0"];
        const refused = targets.map((returnUrl) => {
          try {
            return session.sso.url({ returnUrl });
          } catch (failed) {
            return failed.code;
          }
        });
        return { code: error?.code, refused };
      });
      assert.equal(code, "sso-unavailable");
      assert.deepEqual(new Set(refused), new Set(["invalid-return-url"]));
      assert.equal(new URL(await page.evaluate(() => location.href)).origin, deployment.origin);
    },
  );
}

/** Starts a new provider, to which the cookies of earlier ones mean nothing, and returns it with a deployment that signs users in there. */
async function connect({ another, atEnd }) {
  const provider = await startProvider();
  atEnd(provider);
  const { flags, remove } = await deploymentFlags(provider);
  const deployment = await another(flags);
  await remove();
  provider.allow(deployment.origin);
  return { deployment, provider };
}

/** Leaves the page by `session.sso.start()`, and waits for the provider's page. */
async function leaveByRedirect(page, { issuer }) {
  // Later, once the driver has its answer: WebKit's driver waits for ever where the page is left before that.
  await page.evaluate(() => {
    setTimeout(() => session.sso.start({ returnUrl: "/bare.html?returned" }));
  });
  await arrival(page, (origin) => location.origin === origin && document.querySelector("button"), issuer);
}

/**
 * Opens the page without the policy about openers of the site, `same-origin-allow-popups`. By that policy WebKit severs the window, and the
 * page judges by its focus whether the window is open; but on a screen without a window manager, every window has the focus.
 */
async function openTogether({ open }, deployment) {
  const body = await readFile(BARE, "utf8");
  const headers = { "content-type": "text/html" };
  await deployment.control.faults({ method: "GET", path: "/bare.html", times: 1, headers, body });
  return open(deployment);
}

/** Starts single sign-on in a window, by a click, and returns the provider's page in it; `endOf` waits for the end. */
async function openWindow({ windowOf }, page) {
  await page.evaluate((returnUrl) => {
    globalThis.ended = null;
    const button = document.createElement("button");
    button.textContent = "Sign in";
    button.addEventListener("click", () => {
      bare.outcome(session.sso.start({ mode: "popup", returnUrl })).then((outcome) => {
        globalThis.ended = outcome;
      });
    });
    document.body.append(button);
    // The return URL is an answer without a policy about openers; the site's pages have one.
  }, SESSION);
  const window = await windowOf(() => page.click("button"));
  await arrival(window, () => Boolean(document.querySelector('[data-testid="decline"]')));
  return window;
}

const endOf = (page) => until("the sign-in to end", () => page.evaluate(() => globalThis.ended));
