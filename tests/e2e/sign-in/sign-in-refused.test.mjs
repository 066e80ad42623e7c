import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../support/accounts.mjs";
import { eventsOf, gatesOf, known, login, openBare, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import {
  demoGatesOf,
  demoSignInError,
  demoStatusOf,
  openDemo,
  submitDemo,
  waitForDemo,
} from "../support/demo-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { LOGIN } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** What a `SessionError` says when nothing but its code and status matter. */
const refusal = (code, status) => ({
  error: { name: "SessionError", code, status, retryable: false, retryAfterMs: null },
});

test(
  "a wrong password and an unknown address are refused alike",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const wrong = { email: ACCOUNTS.ada.email, password: "correct horse battery stable" };
    const unknown = { email: "unknown@example.com", password: PASSWORD };
    assert.deepEqual(await login(page, wrong), refusal("invalid-credentials", 401));
    assert.deepEqual(await login(page, unknown), refusal("invalid-credentials", 401));
    assert.equal((await control.requests("POST", LOGIN)).length, 2, "a sign-in is never retried");
    await assertStillSignedOut(page);
  }),
);

test(
  "a deactivated account is refused as such",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    assert.deepEqual(await login(page, credentialsOf("mallory")), refusal("account-deactivated", 403));
    assert.equal((await control.requests("POST", LOGIN)).length, 1);
    await assertStillSignedOut(page);
  }),
);

test(
  "an empty email or password is refused without a request",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    for (const credentials of [
      { email: "", password: PASSWORD },
      { email: ACCOUNTS.ada.email, password: "" },
      { email: "", password: "" },
      {},
    ]) {
      assert.deepEqual(
        await login(page, credentials),
        refusal("missing-credentials", null),
        JSON.stringify(credentials),
      );
    }
    assert.deepEqual(await control.requests("POST", LOGIN), []);
    await assertStillSignedOut(page);
  }),
);

for (const [what, credentials, code, sent] of [
  ["a wrong password", { email: ACCOUNTS.ada.email, password: "wrong" }, "invalid-credentials", 1],
  ["a deactivated account", credentialsOf("mallory"), "account-deactivated", 1],
  ["empty fields, and sends nothing", { email: "", password: "" }, "missing-credentials", 0],
]) {
  test(
    `the demo names ${what}`,
    scenario({ site: "demo" }, async ({ context, deployment, control }) => {
      const page = await openDemo(context, deployment);
      await waitForDemo(page, { status: "unauthenticated" });
      await submitDemo(page, credentials);
      assert.equal(await demoSignInError(page), code);
      assert.equal((await demoStatusOf(page)).status, "unauthenticated");
      assert.deepEqual(await demoGatesOf(page), closedGates("denied"));
      assert.ok(await page.getByTestId("sign-in-form").isVisible());
      assert.equal((await control.requests("POST", LOGIN)).length, sent);
    }),
  );
}

async function assertStillSignedOut(page) {
  const { status, reason, user, error } = await snapshotOf(page);
  assert.deepEqual([status, reason, user, error], ["unauthenticated", "no-session", null, null]);
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  assert.ok((await snapshotsOf(page)).every(({ features }) => Object.keys(features).length === 0));
  assert.deepEqual(await eventsOf(page, "signed-in"), []);
}
