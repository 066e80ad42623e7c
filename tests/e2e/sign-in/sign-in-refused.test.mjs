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
import { answering, LOGIN, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

/** What a `SessionError` says when nothing but its code and status matter. */
const refusal = (code, status) => ({
  error: { name: "SessionError", code, status, retryable: false, retryAfterMs: null },
});

scenario(
  "a wrong password and an unknown address are refused alike",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const wrong = { email: ACCOUNTS.ada.email, password: "correct horse battery stable" };
    const unknown = { email: "nobody@example.com", password: PASSWORD };
    assert.deepEqual(await login(page, wrong), refusal("invalid-credentials", 401));
    assert.deepEqual(await login(page, unknown), refusal("invalid-credentials", 401));
    assert.equal((await control.requests("POST", LOGIN)).length, 2, "a sign-in is never retried");
    await assertStillNobody(page);
  },
);

scenario("a deactivated account is refused as such", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await known(page);
  assert.deepEqual(await login(page, credentialsOf("mallory")), refusal("account-deactivated", 403));
  assert.equal((await control.requests("POST", LOGIN)).length, 1);
  await assertStillNobody(page);
});

scenario(
  "an empty email or password is refused without a request",
  async ({ context, deployment, control }) => {
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
    await assertStillNobody(page);
  },
);

scenario("a deployment that misses a field says so", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await known(page);
  await control.faults(answering("POST", LOGIN, { error: "missing" }, { status: 400 }));
  assert.deepEqual(await login(page, credentialsOf("ada")), refusal("missing-credentials", 400));
});

scenario(
  "a sign-in that is refused before the first read is answered does not leave the session unknown",
  async ({ context, deployment, control }) => {
    await control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 1_000 });
    const page = await openBare(context, deployment);
    const wrong = { ...credentialsOf("ada"), password: "wrong" };
    assert.deepEqual(await login(page, wrong), refusal("invalid-credentials", 401));
    const { status, reason } = await known(page);
    assert.deepEqual([status, reason], ["unauthenticated", "no-session"]);
  },
);

scenario("after a refused sign-in the next one works", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  await known(page);
  await login(page, { ...credentialsOf("ada"), password: "wrong" });
  const { value } = await login(page, credentialsOf("ada"));
  assert.equal(value.status, "authenticated");
  assert.equal(value.user.email, ACCOUNTS.ada.email);
});

scenario("the demo names a wrong password", { site: "demo" }, async ({ context, deployment }) => {
  const page = await openDemo(context, deployment);
  await assertDemoRefuses(page, { email: ACCOUNTS.ada.email, password: "wrong" }, "invalid-credentials");
});

scenario("the demo names a deactivated account", { site: "demo" }, async ({ context, deployment }) => {
  const page = await openDemo(context, deployment);
  await assertDemoRefuses(page, credentialsOf("mallory"), "account-deactivated");
});

scenario(
  "the demo names empty fields and sends nothing",
  { site: "demo" },
  async ({ context, deployment, control }) => {
    const page = await openDemo(context, deployment);
    await assertDemoRefuses(page, { email: "", password: "" }, "missing-credentials");
    assert.deepEqual(await control.requests("POST", LOGIN), []);
  },
);

async function assertStillNobody(page) {
  const { status, reason, user, error } = await snapshotOf(page);
  assert.deepEqual([status, reason, user, error], ["unauthenticated", "no-session", null, null]);
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  assert.ok((await snapshotsOf(page)).every(({ features }) => Object.keys(features).length === 0));
  assert.deepEqual(await eventsOf(page, "signed-in"), []);
}

async function assertDemoRefuses(page, credentials, code) {
  await waitForDemo(page, { status: "unauthenticated" });
  await submitDemo(page, credentials);
  assert.equal(await demoSignInError(page), code);
  assert.equal((await demoStatusOf(page)).status, "unauthenticated");
  assert.deepEqual(await demoGatesOf(page), closedGates("denied"));
  assert.ok(await page.getByTestId("sign-in-form").isVisible());
}
