// Many requests that meet the end of one session: one read, one sign-in, one retry each.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { eventsOf, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { AGENTS, LOGIN, LOGOUT, PERMISSIONS, ROLES, SESSION } from "../support/identity-api.mjs";
import { openReauthenticating } from "../support/reauthenticating-page.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const MANY = 50;

for (const bearer of BEARER_WAYS) {
  for (const [how, faults] of [
    ["together", []],
    // Answered long after the end is known, and the user has signed in again.
    [
      "one after the other",
      [100, 300, 500].map((delay_ms) => ({ method: "GET", path: AGENTS, times: 4, delay_ms })),
    ],
  ]) {
    scenario(
      `${MANY} calls that hear of an end ${how} make one sign-in and one retry each (--bearer ${bearer})`,
      async (given) => {
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
        const asked = (method, path) => log.filter((entry) => entry.method === method && entry.path === path);
        assert.equal(asked("GET", AGENTS).length, 2 * (MANY - 2));
        // One that has no answer yet as the question opens is asked anew as well.
        for (const path of [ROLES, PERMISSIONS]) assert.ok(asked("GET", path).length <= 3, path);
        assert.equal(asked("POST", LOGIN).length, 1);
        const signedIn = log.findIndex(({ path }) => path === LOGIN);
        const before = log.slice(0, signedIn).filter(({ path }) => path === SESSION);
        assert.equal(before.length, 1, "one shared session read");
        assert.equal((await eventsOf(page, "signed-out")).length, 1);
        assert.equal((await eventsOf(page, "signed-in")).length, 2);
      },
    );
  }

  scenario(
    `where nobody signs in, ${MANY} calls get their own 401 and one read is made (--bearer ${bearer})`,
    async (given) => {
      const deployment = await given.another("bare", ["--bearer", bearer]);
      const { control } = deployment;
      const page = await openBare(given.context, deployment);
      await signIn(page, "ada");
      await control.expire();
      await control.clearLog();
      const answers = await page.evaluate(
        ([path, many]) =>
          Promise.all(
            Array.from({ length: many }, async () => {
              const response = await session.fetch(path);
              return [response.status, (await response.json()).error.code];
            }),
          ),
        [AGENTS, MANY],
      );
      assert.equal(answers.length, MANY);
      const [[status, code]] = answers;
      assert.equal(status, 401);
      assert.deepEqual(answers, Array(MANY).fill([401, code]), "each with a body to read");
      assert.equal((await control.requests("GET", AGENTS)).length, MANY);
      assert.equal((await control.requests("GET", SESSION)).length, 1);
      assert.equal((await snapshotOf(page)).reason, "ended");
    },
  );
}

scenario("a 401 that comes after the user declined to sign in again does not ask twice", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment, { idle: true });
  await page.evaluate(() => {
    globalThis.asked = 0;
    const reauthenticate = async () => {
      asked += 1;
      throw new Error("no");
    };
    globalThis.seen = bare.start({ reauthenticate });
    globalThis.session = seen.session;
  });
  await signIn(page, "ada");
  await control.expire();
  await control.faults({ method: "GET", path: AGENTS, times: 1, delay_ms: 700 });
  await page.evaluate((path) => {
    globalThis.late = session.fetch(path).then(({ status }) => status);
  }, AGENTS);
  await until("the slow request to arrive", async () => (await control.requests("GET", AGENTS)).length === 1);
  const early = await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS);
  assert.deepEqual([early, await page.evaluate(() => asked)], [401, 1]);
  assert.equal(await page.evaluate(() => late), 401);
  assert.equal(await page.evaluate(() => asked), 1, "it began before the end that the page was asked about");
  assert.equal(await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS), 401);
  assert.equal(await page.evaluate(() => asked), 2, "what is asked for afterwards is asked for anew");
});

scenario("a reauthenticate by other means than login is found by a read", async (given) => {
  const deployment = await given.another("bare", ["--bearer", "cookie"]);
  const page = await openBare(given.context, deployment, { idle: true });
  await page.evaluate(
    ([path, credentials]) => {
      const headers = { "content-type": "application/json" };
      const reauthenticate = () =>
        fetch(path, { method: "POST", headers, body: JSON.stringify(credentials) });
      globalThis.seen = bare.start({ reauthenticate });
      globalThis.session = seen.session;
    },
    [LOGIN, credentialsOf("ada")],
  );
  await signIn(page, "ada");
  await deployment.control.expire();
  const statuses = await page.evaluate(
    (path) => Promise.all([1, 2, 3].map(async () => (await session.fetch(path)).status)),
    AGENTS,
  );
  assert.deepEqual(statuses, [200, 200, 200]);
  assert.equal((await snapshotOf(page)).status, "authenticated");
});

for (const [deed, answer] of [
  ["closes the session", { error: "closed" }],
  ["signs out", { error: "superseded" }],
  ["signs out, though no request for it can be sent,", { error: "superseded" }],
]) {
  scenario(
    `reauthenticate is not called where a listener ${deed} as it hears of the end`,
    async ({ context, deployment, control, watch }) => {
      const page = await openReauthenticating(context, deployment);
      await control.expire();
      const given = await page.evaluate(
        async ([path, deed, logout]) => {
          const real = fetch;
          globalThis.fetch = (input, init) => {
            if (deed.includes("no request") && `${input}`.endsWith(logout)) throw new TypeError();
            return real(input, init);
          };
          const act = () => (deed.startsWith("closes") ? session.close() : session.logout().catch(() => {}));
          session.addEventListener("signed-out", () => void act(), { once: true });
          const { value, error } = await bare.outcome(session.fetch(path).then(({ status }) => status));
          return { value, error: error?.code };
        },
        [AGENTS, deed, LOGOUT],
      );
      assert.deepEqual(given, { value: undefined, error: undefined, ...answer });
      await watch.quiet();
      assert.equal(await page.evaluate(() => asked), 0);
    },
  );
}
