// A call that is given up, by its signal or by a newer one.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, known, openBare, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { AGENTS, LOGIN, PERMISSIONS, ROLES, SESSION, SSO_CONFIG } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** The calls that can be under way beside each other, each with what it asks for. */
const SIDE_BY_SIDE = {
  refresh: SESSION,
  roles: ROLES,
  "permissions.refresh": PERMISSIONS,
  "sso.config": SSO_CONFIG,
};

scenario(
  "every call that takes an AbortSignal can be called off, before and under way",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const calls = { ...SIDE_BY_SIDE, "sso.start": SSO_CONFIG, fetch: AGENTS, login: LOGIN };
    for (const [call, path] of Object.entries(calls)) {
      const method = path === LOGIN ? "POST" : "GET";
      await control.clearLog();
      assert.equal(await calledOff(page, call, "before"), "aborted", `${call}, before`);
      assert.deepEqual(await control.requests(method, path), [], `${call} sends nothing`);

      const givenUp = requestsGivenUp(page);
      await control.faults({ ...hanging([method, path]), times: 1 });
      assert.equal(await calledOff(page, call, path), "aborted", call);
      // A session read goes on: whoever else wants to know shares it.
      if (path !== SESSION) await until(`${call} to be given up`, () => givenUp.has(path));
      await control.clearFaults();
    }
    const answered = await page.evaluate(async (credentials) => {
      await session.login(credentials);
      const [config, roles, features, agents] = await Promise.all([
        session.sso.config({ signal: new AbortController().signal }),
        session.roles({ signal: new AbortController().signal }),
        session.permissions.refresh({ signal: new AbortController().signal }),
        session.fetch("/agent-hub-api/api/agent/list", { signal: new AbortController().signal }),
      ]);
      return [config.enabled, roles.length > 0, Object.keys(features).length > 0, agents.status];
    }, credentialsOf("ada"));
    assert.deepEqual(answered, [false, true, true, 200]);
  },
);

// The cookie comes with the headers, so a sign-in that is given up within its body has left one behind.
for (const [what, giveUp, { code, shown, kept }] of [
  ["called off", () => controller.abort(), { code: "aborted", shown: ACCOUNTS.ada.email, kept: 1 }],
  ["superseded by a sign-out", () => session.logout(), { code: "superseded", shown: undefined, kept: 0 }],
  [
    "superseded by one that is refused",
    () => bare.outcome(session.login({ email: "ada@example.com", password: "wrong" })),
    { code: "superseded", shown: ACCOUNTS.ada.email, kept: 1 },
  ],
  [
    "superseded by one that is accepted",
    (credentials) => session.login(credentials),
    { code: "superseded", shown: ACCOUNTS.grace.email, kept: 1 },
  ],
]) {
  scenario(
    `of a sign-in ${what}, the read that follows tells what the browser really kept`,
    async ({ context, control, relay: startRelay }) => {
      const relay = await startRelay();
      const page = await openBare(context, relay);
      await known(page);
      await control.clearLog();
      relay.hold(["POST", LOGIN]);
      await page.evaluate((credentials) => {
        globalThis.controller = new AbortController();
        globalThis.given = bare.outcome(session.login(credentials, { signal: controller.signal }));
      }, credentialsOf("ada"));
      await relay.held();
      await until("the cookie", async () => (await context.cookies(relay.origin)).length === 1);
      await page.evaluate(giveUp, credentialsOf("grace"));
      assert.equal(await page.evaluate(() => given.then(({ error }) => error?.code)), code);
      await until("the read that follows", async () => (await control.requests("GET", SESSION)).length === 1);
      const { user } = await until("what it tells", async () => {
        const snapshot = await snapshotOf(page);
        return snapshot.user?.email === shown && snapshot;
      });
      assert.equal((await context.cookies(relay.origin)).length, kept);
      const strangers = (await snapshotsOf(page)).filter(({ user }) => user && user.email !== shown);
      assert.deepEqual(strangers, [], "nobody else was shown");
      const signedIn = await eventsOf(page, "signed-in");
      assert.deepEqual(
        signedIn.map(({ detail }) => detail.user.email),
        user ? [shown] : [],
      );
    },
  );
}

const hanging = ([method, path]) => ({ method, path, times: 50, drop: "hang" });

/** The paths of requests that the page gave up from now on. */
function requestsGivenUp(page) {
  const paths = new Set();
  page.on("requestfailed", (request) => paths.add(new URL(request.url()).pathname));
  return paths;
}

/** Calls a call off, and tells with which code it ended: `when` is "before", or the path of its request, once that is under way. */
async function calledOff(page, call, when) {
  const underWay =
    when === "before"
      ? undefined
      : page.waitForRequest((request) => new URL(request.url()).pathname === when);
  await page.evaluate(
    ([name, aborted, credentials, path]) => {
      globalThis.controller = new AbortController();
      const { signal } = controller;
      if (aborted) controller.abort("a reason that is no Error");
      const owner = name.includes(".") ? session[name.split(".")[0]] : session;
      const act = owner[name.split(".").at(-1)];
      const first = { login: credentials, fetch: path }[name];
      globalThis.given = bare.outcome(first ? act(first, { signal }) : act({ signal }));
    },
    [call, when === "before", credentialsOf("ada"), AGENTS],
  );
  await underWay;
  return page.evaluate(() => {
    controller.abort();
    return given.then(({ error }) => error?.code);
  });
}
