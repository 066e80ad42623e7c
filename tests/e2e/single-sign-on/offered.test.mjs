import assert from "node:assert/strict";
import { PEOPLE } from "../../provider/people.mjs";
import { gatesOf, known, logout, openBare, snapshotOf } from "../support/bare-page.mjs";
import { openDemo, waitForDemo } from "../support/demo-page.mjs";
import { FEATURES, gatesFor } from "../support/features.mjs";
import { accountOnTheWire, SESSION } from "../support/identity-api.mjs";
import { providerStage } from "../support/provider.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();
const { connect } = providerStage();

/** Leaves the bare page by `session.sso.start()`, and waits for the provider's page. */
async function leave(page, options) {
  await page.evaluate((given) => {
    session.sso.start(given);
  }, options);
  await page.getByTestId("decline").waitFor();
}

scenario(
  "a page that leaves for the provider comes back signed in, with its gates open",
  async ({ context, another }) => {
    const { provider, deployment } = await connect(another);
    const { features } = await accountOnTheWire(deployment, "ada");
    const page = await openBare(context, deployment);
    const before = await known(page);
    assert.deepEqual([before.status, before.reason], ["unauthenticated", "no-session"]);

    const returnUrl = new URL(page.url()).pathname;
    await leave(page, { returnUrl });
    assert.equal(new URL(page.url()).origin, provider.issuer);
    await page.getByTestId("continue-as-hedy").click();
    await page.waitForURL(deployment.origin + returnUrl);

    const { status, reason, error, stale, user, features: published } = await known(page);
    assert.deepEqual(
      { status, reason, error, stale },
      { status: "authenticated", reason: null, error: null, stale: false },
    );
    const { id, ...told } = user;
    const { email, name } = PEOPLE.hedy;
    assert.deepEqual(told, { email, name, userType: "default", authSource: "idp", company: null });
    assert.ok(Number.isInteger(id));
    assert.deepEqual(published, features, "those of the role that a first sign-on is given");
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));

    const [{ cookie, bearer }] = (await deployment.control.requests("GET", SESSION)).slice(-1);
    assert.deepEqual(
      { cookie, bearer },
      { cookie: true, bearer: false },
      "the cookie alone carries the session",
    );
    await logout(page);
    const after = await snapshotOf(page);
    assert.deepEqual([after.status, after.reason], ["unauthenticated", "signed-out"]);
  },
);

scenario(
  "whoever declines at the provider is told so, and finds the application as it was",
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    await leave(page);
    await page.getByTestId("decline").click();
    const told = page.getByTestId("not-signed-in");
    await told.waitFor();
    assert.equal(await told.getAttribute("data-reason"), "declined");
    assert.equal(new URL(page.url()).origin, deployment.origin);

    await page.goto(`${deployment.origin}/bare.html`);
    const { status, reason, user } = await known(page);
    assert.deepEqual(
      { status, reason, user },
      { status: "unauthenticated", reason: "no-session", user: null },
    );
  },
);

scenario("the demo's button leads to the provider and back to the demo", async ({ context, another }) => {
  const { deployment } = await connect(another, "demo");
  const page = await openDemo(context, deployment);
  await waitForDemo(page, { status: "unauthenticated" });
  await page.locator(".sign-in-sso").click();
  await page.getByTestId("continue-as-alan").click();
  await waitForDemo(page, { status: "authenticated" });
  assert.equal(page.url(), `${deployment.origin}/`);
});
