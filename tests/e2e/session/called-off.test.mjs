// A call that is ended by its `AbortSignal`, or by a newer call.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, known, openBare, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { AGENTS, LOGIN, PERMISSIONS, ROLES, SESSION, SSO_CONFIG } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

/** Every call that takes an `AbortSignal`, for the page, with the method and path of its request. */
const CALLS = {
  refresh: [(options) => session.refresh(options), "GET", SESSION],
  roles: [(options) => session.roles(options), "GET", ROLES],
  "permissions.refresh": [(options) => session.permissions.refresh(options), "GET", PERMISSIONS],
  "sso.config": [(options) => session.sso.config(options), "GET", SSO_CONFIG],
  "sso.start": [(options) => session.sso.start(options), "GET", SSO_CONFIG],
  fetch: [(options) => session.fetch("/agent-hub-api/api/agent/list", options), "GET", AGENTS],
  login: [(options, credentials) => session.login(credentials, options), "POST", LOGIN],
};

test(
  "every call that takes an AbortSignal is aborted by it, before its request and during it",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const givenUp = [];
    page.on("requestfailed", (request) => givenUp.push(new URL(request.url()).pathname));
    /** Begins the call, with a signal that has fired already or may fire. */
    const begin = (call, isAborted) =>
      page.evaluate(`{
        globalThis.controller = new AbortController();
        if (${isAborted}) controller.abort("a reason that is no Error");
        const credentials = ${JSON.stringify(credentialsOf("ada"))};
        globalThis.outcome = bare.outcome((${call})({ signal: controller.signal }, credentials));
        undefined;
      }`);
    const end = () =>
      page.evaluate(() => {
        controller.abort();
        return outcome.then(({ error }) => error?.code);
      });
    for (const [name, [call, method, path]] of Object.entries(CALLS)) {
      await control.clearLog();
      await begin(call, true);
      assert.equal(await end(), "aborted", `${name}, before`);
      assert.deepEqual(await control.requests(method, path), [], `${name} sends nothing`);

      givenUp.length = 0;
      await control.faults({ method, path, times: 1, drop: "hang" });
      const underWay = page.waitForRequest((request) => new URL(request.url()).pathname === path);
      await begin(call, false);
      await underWay;
      assert.equal(await end(), "aborted", name);
      // A session read goes on: other calls may share it.
      if (path !== SESSION) await until(`${name} to be given up`, () => givenUp.includes(path));
      await control.clearFaults();
    }
  }),
);

// The cookie comes with the headers: a sign-in that is aborted within its body has left one.
for (const [what, giveUp, { code, shown, kept }] of [
  ["aborted", () => controller.abort(), { code: "aborted", shown: ACCOUNTS.ada.email, kept: 1 }],
  ["superseded by a sign-out", () => session.logout(), { code: "superseded", shown: undefined, kept: 0 }],
  [
    "superseded by a sign-in that is refused",
    () => bare.outcome(session.login({ email: "ada@example.com", password: "wrong" })),
    { code: "superseded", shown: ACCOUNTS.ada.email, kept: 1 },
  ],
  [
    "superseded by a sign-in that is accepted",
    (credentials) => session.login(credentials),
    { code: "superseded", shown: ACCOUNTS.grace.email, kept: 1 },
  ],
]) {
  test(
    `after a sign-in that is ${what}, a read shows the user whose cookie the browser has`,
    scenario(async ({ context, control, relay: startRelay }) => {
      const relay = await startRelay();
      const page = await openBare(context, relay);
      await known(page);
      await control.clearLog();
      relay.hold(["POST", LOGIN]);
      await page.evaluate((credentials) => {
        globalThis.controller = new AbortController();
        globalThis.outcome = bare.outcome(session.login(credentials, { signal: controller.signal }));
      }, credentialsOf("ada"));
      await relay.held();
      await until("the cookie", async () => (await context.cookies(relay.origin)).length === 1);
      await page.evaluate(giveUp, credentialsOf("grace"));
      assert.equal(await page.evaluate(() => outcome.then(({ error }) => error?.code)), code);
      await until("the read that follows", async () => (await control.requests("GET", SESSION)).length === 1);
      const { user } = await until("the user of the read", async () => {
        const snapshot = await snapshotOf(page);
        return snapshot.user?.email === shown && snapshot;
      });
      assert.equal((await context.cookies(relay.origin)).length, kept);
      const others = (await snapshotsOf(page)).filter(({ user }) => user && user.email !== shown);
      assert.deepEqual(others, [], "no other user was shown");
      const signedIn = await eventsOf(page, "signed-in");
      assert.deepEqual(
        signedIn.map(({ detail }) => detail.user.email),
        user ? [shown] : [],
      );
    }),
  );
}
