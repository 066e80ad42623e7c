import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, gatesOf, known, openBare, snapshotOf } from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { accountOnTheWire, LOGIN, SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { AT_REST } from "../support/snapshots.mjs";

/** Returns the user as the package shows it, from a user on the wire. */
const userOf = ({ id, email, name, userType, authSource = null, company }) => {
  const { postal_code: postalCode, ...rest } = company;
  return { id, email, name, userType, authSource, company: { ...rest, postalCode } };
};

test(
  "the answer to the sign-in is published at once, before any read confirms it",
  scenario(async ({ context, deployment, control }) => {
    const wire = await accountOnTheWire(deployment, "ada");
    const page = await openBare(context, deployment);
    await known(page);
    await control.faults({ method: "GET", path: SESSION, times: 1, drop: "hang" });
    const { isCurrent, snapshot } = await page.evaluate(async (credentials) => {
      const published = await session.login(credentials);
      return { isCurrent: published === session.snapshot, snapshot: bare.plain(published) };
    }, credentialsOf("ada"));

    assert.ok(isCurrent, "login() resolves with the published snapshot");
    assert.deepEqual(snapshot, {
      status: "authenticated",
      user: userOf(wire.login),
      features: wire.features,
      reason: null,
      stale: false,
      error: null,
      ...AT_REST,
      expiresAt: snapshot.expiresAt,
    });
    const dayFromNow = Date.now() + 24 * 60 * 60 * 1000;
    assert.ok(Math.abs(snapshot.expiresAt - dayFromNow) < 60_000, `it ends at ${snapshot.expiresAt}`);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(wire.features));
  }),
);

test(
  "one session read in the background confirms the sign-in, by the cookie alone",
  scenario(async ({ context, deployment, control, watch }) => {
    const wire = await accountOnTheWire(deployment, "ada");
    const page = await openBare(context, deployment);
    await known(page);
    await control.clearLog();
    const confirmed = page.waitForResponse((response) => new URL(response.url()).pathname === SESSION);
    await page.evaluate((credentials) => void session.login(credentials), credentialsOf("ada"));
    await confirmed;
    await watch.quiet();
    assert.deepEqual(await control.log(), [
      { method: "POST", path: LOGIN, cookie: false, bearer: false },
      { method: "GET", path: SESSION, cookie: true, bearer: false },
    ]);

    // The company is in the answer to the sign-in alone, and stays after the read.
    const { status, user, stale, error } = await snapshotOf(page);
    assert.deepEqual([status, stale, error], ["authenticated", false, null]);
    assert.deepEqual(user, userOf({ ...wire.session, company: wire.login.company }));
    assert.deepEqual(await eventsOf(page, "cookie-refused"), []);
  }),
);

test(
  "the demo shows the signed-in user, and nothing of them after the sign-out",
  scenario({ site: "demo" }, async ({ context, deployment }) => {
    const { login } = await accountOnTheWire(deployment, "ada");
    const page = await openDemo(context, deployment);
    await signInDemo(page, "ada");
    assert.equal(await page.getByTestId("user-name").textContent(), login.name);
    assert.equal(await page.getByTestId("user-email").textContent(), ACCOUNTS.ada.email);
    assert.equal(await page.getByTestId("user-role").textContent(), login.userType);
    assert.ok((await page.getByTestId("company").textContent()).includes(login.company.name));
    assert.ok(await page.getByTestId("sign-in-form").isHidden());
    assert.equal(await page.locator(".sign-in-password").count(), 0, "nothing of the form is left");
    await page.getByTestId("sign-out").click();
    await waitForDemo(page, { status: "unauthenticated", reason: "signed-out" });
    assert.deepEqual(await demoGatesOf(page), closedGates("denied"));
    assert.equal(await page.getByTestId("user-name").textContent(), "");
    await page.reload();
    await waitForDemo(page, { status: "unauthenticated", reason: "no-session" });
  }),
);
