import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf, PASSWORD } from "../support/accounts.mjs";
import { eventsOf, gatesOf, known, login, openBare, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { LOGIN } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** Returns the outcome of a call that is refused with this code and status. */
const refusal = (code, status) => ({
  error: { name: "SessionError", code, status, retryable: false, retryAfterMs: null },
});

test(
  "a wrong password, an unknown address and a deactivated account are refused, and empty credentials without a request",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const { email } = ACCOUNTS.ada;
    for (const [credentials, ...refused] of [
      [{ email, password: "correct horse battery stable" }, "invalid-credentials", 401],
      [{ email: "unknown@example.com", password: PASSWORD }, "invalid-credentials", 401],
      [credentialsOf("mallory"), "account-deactivated", 403],
      [{ email: "", password: PASSWORD }, "missing-credentials", null],
      [{ email, password: "" }, "missing-credentials", null],
      [{ email: "", password: "" }, "missing-credentials", null],
      [{}, "missing-credentials", null],
    ])
      assert.deepEqual(await login(page, credentials), refusal(...refused), JSON.stringify(credentials));
    assert.equal((await control.requests("POST", LOGIN)).length, 3, "a sign-in is never retried");
    await assertStillSignedOut(page);
  }),
);

async function assertStillSignedOut(page) {
  const { status, reason, user, error } = await snapshotOf(page);
  assert.deepEqual([status, reason, user, error], ["unauthenticated", "no-session", null, null]);
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  assert.ok((await snapshotsOf(page)).every(({ features }) => Object.keys(features).length === 0));
  assert.deepEqual(await eventsOf(page, "signed-in"), []);
}
