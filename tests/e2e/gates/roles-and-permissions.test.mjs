// `roles()`, `atLeast()` and `permissions.refresh()`, against both kinds of deployment.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { answering, PERMISSIONS, ROLES, SESSION, sessionBody } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** No read but those that a test makes. */
const QUIET = { revalidate: { onFocus: false, onOnline: false } };

/** An answer of the permissions endpoint that names these features. */
const permissionsOf = (features, role = "default") => ({
  success: true,
  data: { user_type: role, features },
});
const granted = { enabled: true, limit: null };
const denied = { enabled: false, limit: null };

for (const bearer of BEARER_WAYS) {
  const flags = ["--bearer", bearer];

  scenario(
    `the catalogue is shared, kept, and read anew for another user (--bearer ${bearer})`,
    async (given) => {
      const deployment = await given.another("bare", flags);
      const { control } = deployment;
      const page = await openBare(given.context, deployment, { options: QUIET });
      await signIn(page, "ada");
      const levels = () =>
        page.evaluate(() =>
          ["default", "expert", "administrator", "nobody"].map((role) => session.atLeast(role)),
        );
      const read = () =>
        page.evaluate(() => Promise.all([session.roles(), session.roles()]).then(([a, b]) => a === b));
      const asked = async () => (await control.requests("GET", ROLES)).length;

      assert.deepEqual(
        await levels(),
        [true, false, false, false],
        "before it has been read: the own role alone",
      );
      assert.ok(await read(), "two calls, one list");
      assert.equal(await asked(), 1);
      assert.deepEqual(await levels(), [true, false, false, false]);

      await control.account(ACCOUNTS.ada.email, { role: "administrator" });
      await page.evaluate(() => session.refresh());
      assert.deepEqual(await levels(), [true, true, true, false], "the new role at once");
      assert.ok(await read());
      assert.equal(await asked(), 1, "the user is the same");

      await signInAs(page, "grace");
      assert.deepEqual(await levels(), [false, true, false, false], "nothing of the user before");
      assert.ok(await read());
      assert.equal(await asked(), 2);
      assert.deepEqual(await levels(), [true, true, false, false]);

      await page.evaluate(() => session.logout());
      assert.deepEqual(await levels(), [false, false, false, false]);
    },
  );

  scenario(
    `after a reload the cookie alone is ${bearer === "strict" ? "not enough" : "enough"} (--bearer ${bearer})`,
    async (given) => {
      const deployment = await given.another("bare", flags);
      const page = await openBare(given.context, deployment, { options: QUIET });
      await signIn(page, "ada");
      await page.reload();
      await known(page);
      const codes = await page.evaluate(async () => {
        const outcomes = [
          await bare.outcome(session.roles()),
          await bare.outcome(session.permissions.refresh()),
        ];
        return outcomes.map(({ error }) => error?.code ?? "taken");
      });
      assert.deepEqual(codes, Array(2).fill(bearer === "strict" ? "unauthenticated" : "taken"));
      assert.equal((await snapshotOf(page)).status, "authenticated");
      assert.deepEqual(await eventsOf(page, "signed-out"), []);
    },
  );

  scenario(`fresh permissions are published like a session read's (--bearer ${bearer})`, async (given) => {
    const deployment = await given.another("bare", flags);
    const { control } = deployment;
    const page = await openBare(given.context, deployment, { options: QUIET });
    await signIn(page, "ada");
    await control.faults(
      answering("GET", PERMISSIONS, permissionsOf({ "chat-history": denied, "report-analysis": granted })),
    );
    await control.clearLog();
    const { before, after, same, gates, heard } = await page.evaluate(async () => {
      const before = session.snapshot;
      const heard = [];
      session.permissions.feature("report-analysis").subscribe((value) => heard.push(value?.enabled ?? null));
      const maps = await Promise.all([session.permissions.refresh(), session.permissions.refresh()]);
      const same = maps.every(
        (map) => map === session.permissions.features && map === session.snapshot.features,
      );
      const gates = ["chat-history", "report-analysis", "chat-messages"].map(session.permissions.can);
      return { before: bare.plain(before), after: bare.plain(session.snapshot), same, gates, heard };
    });
    assert.ok(same);
    assert.deepEqual(gates, [false, true, false]);
    assert.deepEqual(heard, [false, true]);
    assert.deepEqual({ ...after, features: null }, { ...before, features: null }, "the same user");
    const asked = (await control.log()).map(({ path }) => path);
    assert.deepEqual(asked, [PERMISSIONS], "one request for both, and no session read");
    const changed = (await eventsOf(page, "permissions-changed"))
      .at(-1)
      .detail.changes.map(({ feature }) => feature);
    assert.deepEqual(changed.sort(), ["chat-history", "chat-messages", "report-analysis"]);
  });
}

scenario("permissions of another role wait for the session read that says whose they are", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment, { options: QUIET });
  await signIn(page, "ada");
  await control.account(ACCOUNTS.ada.email, { role: "expert" });
  await control.clearLog();
  const [role, open] = await page.evaluate(async () => {
    await session.permissions.refresh();
    return [session.snapshot.user.userType, session.permissions.can("report-analysis")];
  });
  assert.deepEqual([role, open], ["expert", true]);
  assert.deepEqual(
    (await control.log()).map(({ path }) => path),
    [PERMISSIONS, SESSION],
  );
});

scenario("an answer to an older read does not overwrite newer permissions", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment, { options: QUIET });
  await signIn(page, "ada");
  const older = sessionBody({ "report-analysis": denied }, { id: (await snapshotOf(page)).user.id });
  await control.faults(
    { ...answering("GET", SESSION, older), delay_ms: 500 },
    answering("GET", PERMISSIONS, permissionsOf({ "report-analysis": granted })),
  );
  await control.clearLog();
  await page.evaluate(() => {
    globalThis.shown = [];
    session.permissions.subscribe((features) => shown.push(features["report-analysis"]?.enabled));
    globalThis.reading = session.refresh();
  });
  await until("the read to arrive", async () => (await control.requests("GET", SESSION)).length === 1);
  const shown = await page.evaluate(async () => {
    await session.permissions.refresh();
    await reading;
    return shown;
  });
  // As it was, and by the permissions: the read says who is there, and no more.
  assert.deepEqual(shown, [false, true]);
  assert.equal((await control.requests("GET", SESSION)).length, 1, "and it is not made again");
});

scenario("an abort of one of two who share a request ends that call alone", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment, { options: QUIET });
  await signIn(page, "ada");
  await control.clearLog();
  for (const [path, call] of [
    [ROLES, "session.roles"],
    [PERMISSIONS, "session.permissions.refresh"],
  ]) {
    await control.faults({ method: "GET", path, times: 1, delay_ms: 300 });
    const outcomes = await page.evaluate(`(async () => {
      const abort = new AbortController();
      const calls = [${call}({ signal: abort.signal }), ${call}()];
      abort.abort("no error at all");
      const outcomes = await Promise.all(calls.map((call) => bare.outcome(call)));
      return outcomes.map(({ error }) => error?.code ?? "taken");
    })()`);
    assert.deepEqual(outcomes, ["aborted", "taken"], path);
    assert.equal((await control.requests("GET", path)).length, 1, path);
  }
});

scenario("what goes wrong is the caller's, typed, and changes nothing that is shown", async (given) => {
  const { context, deployment, control } = given;
  const page = await openBare(context, deployment, { options: QUIET });
  await signIn(page, "ada");
  const before = await snapshotOf(page);
  const statuses = [
    [403, "forbidden", false],
    [404, "not-supported", false],
    [429, "rate-limited", true],
    [500, "server-error", true],
    [503, "server-error", true],
    [418, "invalid-response", true],
    [302, "invalid-response", true],
  ];
  for (const [status, code, retryable] of statuses) {
    for (const [path, call] of [
      [ROLES, "session.roles()"],
      [PERMISSIONS, "session.permissions.refresh()"],
    ]) {
      // A redirect is not followed, and what it says stays with the browser.
      const redirects = status === 302;
      const headers = { "retry-after": "2", ...(redirects && { location: SESSION }) };
      await control.faults(answering("GET", path, "{}", { status, headers }));
      const { error } = await page.evaluate(`bare.outcome(${call})`);
      assert.deepEqual(
        error,
        {
          name: "SessionError",
          code,
          status: redirects ? null : status,
          retryable,
          retryAfterMs: redirects ? null : 2_000,
        },
        `${call}: ${status}`,
      );
    }
  }
  assert.deepEqual(await snapshotOf(page), before);
  assert.deepEqual(await eventsOf(page, "revalidation-failed"), []);
});

/** Signs in over whoever is signed in, and waits until that is confirmed. */
async function signInAs(page, name) {
  await signIn(page, name);
  assert.equal((await snapshotOf(page)).user.email, ACCOUNTS[name].email);
}

scenario(
  "a gate by role tells of every change, where a server read the roles and the same user signs in again",
  async (given) => {
    const { context, another } = given;
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const told = await page.evaluate(
      async ([path, roles, credentials]) => {
        session.close();
        const [initial, catalogue] = await Promise.all(
          [path, roles].map(async (each) => (await fetch(each)).json()),
        );
        const next = bare.start({ initial: { ...initial, roles: catalogue.roles } }).session;
        const gate = next.gate({ atLeast: "default" });
        const told = [];
        gate.subscribe((value) => told.push(value));
        const seen = [];
        const look = () => seen.at(-1) !== gate.value && seen.push(gate.value);
        next.subscribe(look);
        await next.ready;
        await next.login(credentials);
        look();
        await next.roles();
        look();
        return { told, seen };
      },
      [SESSION, ROLES, credentialsOf("ada")],
    );
    assert.equal(told.told.at(-1), "granted");
    assert.deepEqual(told.told, told.seen);
  },
);
