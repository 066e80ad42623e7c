// A browser that keeps no cookie, as in a partitioned frame: the sign-in's answer comes without its Set-Cookie.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { eventsOf, known, login, openBare, refreshAnew, snapshotOf } from "../support/bare-page.mjs";
import { accountOnTheWire, answering, LOGIN, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** Has the next sign-in answered as the deployment would, with a token that it knows, and without a cookie. */
async function refuseTheCookie({ origin }, control) {
  const answer = await fetch(origin + LOGIN, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentialsOf("ada")),
    signal: AbortSignal.timeout(5_000),
  });
  await control.faults(answering("POST", LOGIN, await answer.text()));
}

const signInWithoutCookie = async (page, deployment, control) => {
  await known(page);
  await refuseTheCookie(deployment, control);
  await control.clearLog();
  await login(page, credentialsOf("ada"));
  await until("the refusal to be told", async () => (await eventsOf(page, "cookie-refused")).length > 0);
};

scenario("where the browser keeps no cookie, a held token carries the session", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment);
  await signInWithoutCookie(page, deployment, control);
  assert.equal((await snapshotOf(page)).status, "authenticated");

  await until("the token to be asked", async () => (await control.requests("GET", SESSION)).length === 2);
  await refreshAnew(page);
  assert.equal((await snapshotOf(page)).status, "authenticated", "the deployment knows the token");
  const [first, ...others] = await control.requests("GET", SESSION);
  assert.deepEqual([first.cookie, first.bearer], [false, false], "the cookie is asked first");
  assert.ok(others.length > 1);
  for (const { cookie, bearer } of others)
    assert.deepEqual([cookie, bearer], [false, true], "and then the token");
  assert.equal((await eventsOf(page, "cookie-refused")).length, 1, "told once");
});

scenario("where the browser keeps no cookie and no token is held, the session has ended", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment, { options: { token: "discard" } });
  await signInWithoutCookie(page, deployment, control);
  const { status, reason, error } = await snapshotOf(page);
  assert.deepEqual(
    { status, reason, code: error?.code },
    {
      status: "unauthenticated",
      reason: "ended",
      code: "cookie-refused",
    },
  );
});

scenario(
  "where neither the cookie nor the token is worth anything, the session has ended, and no cookie is blamed",
  async (given) => {
    const { context, deployment, control } = given;
    const page = await openBare(context, deployment);
    await known(page);
    const { login: user } = await accountOnTheWire(deployment, "ada");
    const token = "a-token-that-the-deployment-does-not-know";
    await control.faults(
      answering("POST", LOGIN, { success: true, access_token: token, user: { ...user, token } }),
    );
    await login(page, credentialsOf("ada"));
    await until("the end", async () => (await snapshotOf(page)).status === "unauthenticated");
    assert.equal((await snapshotOf(page)).reason, "ended");
    const asked = await control.requests("GET", SESSION);
    const bearers = asked.map(({ bearer }) => bearer);
    assert.ok(bearers.includes(true), "the token was asked");
    await until("the cookie alone to be asked after it", async () => {
      return (await control.requests("GET", SESSION)).at(-1).bearer === false;
    });
    assert.deepEqual(await eventsOf(page, "cookie-refused"), []);
  },
);
