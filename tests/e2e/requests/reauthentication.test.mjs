// Requests that meet the end of a session: one read and one sign-in for all, and one retry for each, for the same user.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, openBare, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { AGENTS, LOGIN, PERMISSIONS, ROLES, SESSION } from "../support/identity-api.mjs";
import { openReauthenticating } from "../support/reauthenticating-page.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const WORKSPACE = "/agent-hub-api/api/workspace";
const MANY = 50;

for (const [bearer, how, faults] of [
  ["strict", "together", []],
  // Some answers arrive long after the user has signed in again.
  [
    "cookie",
    "one after the other",
    [100, 300, 500].map((delay_ms) => ({ method: "GET", path: AGENTS, times: 4, delay_ms })),
  ],
])
  test(
    `${MANY} calls that are answered 401 ${how} cause one sign-in, and one retry each (--bearer ${bearer})`,
    scenario(async (given) => {
      const deployment = await given.another("bare", ["--bearer", bearer]);
      const { control } = deployment;
      const page = await openReauthenticating(given.context, deployment);
      await control.expire();
      await control.faults(...faults);
      await control.clearLog();
      const { statuses, roles, changes } = await page.evaluate(
        async ([path, many]) => {
          const fetches = Array.from({ length: many - 2 }, async () => (await session.fetch(path)).status);
          const [roles, features] = [session.roles(), session.permissions.refresh()];
          const statuses = await Promise.all(fetches);
          return { statuses, roles: (await roles).length, changes: Object.keys(await features).length };
        },
        [AGENTS, MANY],
      );
      assert.deepEqual(statuses, Array(MANY - 2).fill(200));
      assert.ok(roles > 0 && changes > 0);
      assert.equal(await page.evaluate(() => asked), 1, "reauthenticate");
      const log = await control.log();
      const entriesOf = (method, path) =>
        log.filter((entry) => entry.method === method && entry.path === path);
      assert.equal(entriesOf("GET", AGENTS).length, 2 * (MANY - 2));
      // A request that is unanswered when the identity becomes unverified is sent again as well.
      for (const path of [ROLES, PERMISSIONS]) assert.ok(entriesOf("GET", path).length <= 3, path);
      assert.equal(entriesOf("POST", LOGIN).length, 1);
      const signedIn = log.findIndex(({ path }) => path === LOGIN);
      const before = log.slice(0, signedIn).filter(({ path }) => path === SESSION);
      assert.equal(before.length, 1, "one shared session read");
      assert.equal((await eventsOf(page, "signed-out")).length, 1);
      assert.equal((await eventsOf(page, "signed-in")).length, 2);
    }),
  );

test(
  "calls of pollers wait while a dialog for the sign-in is open, and succeed once the user has signed in",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { idle: true });
    await page.evaluate(() => {
      globalThis.polled = [];
      globalThis.dialog = { asked: 0 };
      const reauthenticate = (given) => {
        dialog.asked += 1;
        dialog.given = given;
        return new Promise((resolve) => {
          dialog.signIn = (credentials) => given.login(credentials).then(() => resolve());
        });
      };
      globalThis.seen = bare.start({ reauthenticate });
      globalThis.session = seen.session;
    });
    await signIn(page, "ada");
    await control.expire();
    const poll = () =>
      page.evaluate((path) => {
        const note = (call) => call.then((value) => polled.push(value));
        note(session.fetch(path).then(({ status }) => status));
        note(session.roles().then(() => "roles"));
        note(session.permissions.refresh().then(() => "permissions"));
      }, AGENTS);
    await poll();
    await until("the dialog", () => page.evaluate(() => dialog.asked === 1));
    await poll();
    await poll();
    await until("every poller to have been refused", async () => {
      return (await control.requests("GET", AGENTS)).length >= 3;
    });
    const ofDialog = await page.evaluate(async (path) => {
      const { roles, permissions, fetch } = dialog.given;
      const calls = [roles(), permissions.refresh()].map(bare.outcome);
      return [(await fetch(path)).status, ...(await Promise.all(calls)).map(({ error }) => error?.code)];
    }, AGENTS);
    assert.deepEqual(ofDialog, [401, "unauthenticated", "unauthenticated"], "calls by the dialog itself");
    assert.deepEqual(await page.evaluate(() => polled), [], "no other call has got its 401");
    await page.evaluate((credentials) => dialog.signIn(credentials), credentialsOf("ada"));
    await until("the pollers to go on", () => page.evaluate(() => polled.length === 9));
    assert.deepEqual(await page.evaluate(() => [...new Set(polled)].sort()), [200, "permissions", "roles"]);
    assert.equal(await page.evaluate(() => dialog.asked), 1, "one dialog for all");
    const shown = (await snapshotsOf(page)).map(({ reauthenticating }) => reauthenticating);
    assert.deepEqual([shown.includes(true), shown.at(-1)], [true, false], "the snapshots have shown it");
  }),
);

for (const [deed, act, code] of [
  ["closes the session", () => session.close(), "closed"],
  ["signs out", () => void session.logout().catch(() => {}), "superseded"],
  [
    "signs out, though no request for it can be sent,",
    () => {
      globalThis.fetch = () => {
        throw new TypeError();
      };
      session.logout().catch(() => {});
    },
    "superseded",
  ],
]) {
  test(
    `reauthenticate is not called where a listener ${deed} as it hears of the end`,
    scenario(async ({ context, deployment, control, watch }) => {
      const page = await openReauthenticating(context, deployment);
      await control.expire();
      await page.evaluate(`session.addEventListener("signed-out", ${act}, { once: true }) ?? null`);
      const { error } = await page.evaluate((path) => bare.outcome(session.fetch(path)), AGENTS);
      assert.equal(error?.code, code);
      await watch.quiet();
      assert.equal(await page.evaluate(() => asked), 0);
    }),
  );
}

test(
  "a request on a page that a server rendered for Ada is not sent with Grace's cookie",
  scenario(async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const ada = await openBare(context, deployment);
    await signIn(ada, "ada");
    const rendered = await ada.evaluate((path) => fetch(path).then((answer) => answer.json()), SESSION);
    await signIn(ada, "grace");
    await ada.close();
    const page = await openBare(context, deployment, { idle: true });
    const { error } = await page.evaluate(
      ([initial, path]) => {
        globalThis.session = bare.start({ initial }).session;
        return bare.outcome(session.fetch(path, { method: "POST", body: "{}" }));
      },
      [rendered, WORKSPACE],
    );
    assert.equal(error?.code, "superseded");
    assert.equal((await deployment.control.requests("POST", WORKSPACE)).length, 0);
    assert.equal((await snapshotOf(page)).user.email, ACCOUNTS.grace.email);
  }),
);
