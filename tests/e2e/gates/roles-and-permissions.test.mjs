// `roles()`, `atLeast()` and `permissions.refresh()`, against both kinds of deployment.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { AGENTS, answering, PERMISSIONS, ROLES, SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

/** Options of a session that reads only where a test calls it. */
const QUIET = { revalidate: { onFocus: false, onOnline: false } };

/** Returns an answer of the permissions endpoint with these features. */
const permissionsOf = (features) => ({ success: true, data: { user_type: "default", features } });
const granted = { enabled: true, limit: null };
const denied = { enabled: false, limit: null };

// better-auth/better-auth#8595: the role of the previous user.
test(
  "the catalogue is shared by calls, kept, and read again for another user",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { options: QUIET });
    await signIn(page, "ada");
    const levels = () =>
      page.evaluate(() =>
        ["default", "expert", "administrator", "no-role"].map((role) => session.atLeast(role)),
      );
    const read = () =>
      page.evaluate(() => Promise.all([session.roles(), session.roles()]).then(([a, b]) => a === b));
    const reads = async () => (await control.requests("GET", ROLES)).length;

    assert.deepEqual(
      await levels(),
      [true, false, false, false],
      "before the catalogue is read: the own role alone",
    );
    assert.ok(await read(), "two calls, one list");
    assert.equal(await reads(), 1);
    assert.deepEqual(await levels(), [true, false, false, false]);

    await control.account(ACCOUNTS.ada.email, { role: "administrator" });
    await page.evaluate(() => session.refresh());
    assert.deepEqual(await levels(), [true, true, true, false], "the new role at once");
    assert.ok(await read());
    assert.equal(await reads(), 1, "the user is the same");

    await signIn(page, "grace");
    assert.deepEqual(await levels(), [false, true, false, false], "nothing of the previous user");
    assert.ok(await read());
    assert.equal(await reads(), 2);
    assert.deepEqual(await levels(), [true, true, false, false]);

    await page.evaluate(() => session.logout());
    assert.deepEqual(await levels(), [false, false, false, false]);
  }),
);

for (const bearer of BEARER_WAYS)
  test(
    `after a reload the cookie alone is ${bearer === "strict" ? "not enough, and no user is signed out for that" : "enough"} (--bearer ${bearer})`,
    scenario(async (given) => {
      const deployment = await given.another("bare", ["--bearer", bearer]);
      const page = await openBare(given.context, deployment, { options: QUIET });
      await signIn(page, "ada");
      await page.reload();
      await known(page);
      const seen = await page.evaluate(async (agents) => {
        const outcomes = [
          await bare.outcome(session.roles()),
          await bare.outcome(session.permissions.refresh()),
        ];
        const { status } = await session.fetch(agents);
        return [status, ...outcomes.map(({ error }) => error?.code ?? "taken")];
      }, AGENTS);
      const isEnough = bearer === "cookie";
      const code = isEnough ? "taken" : "unauthenticated";
      assert.deepEqual(seen, [isEnough ? 200 : 401, code, code]);
      assert.equal((await snapshotOf(page)).status, "authenticated");
      assert.deepEqual(await eventsOf(page, "signed-out"), []);
    }),
  );

test(
  "permissions.refresh() publishes its features as a session read does",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { options: QUIET });
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
  }),
);

test(
  "a gate by another role than the user's has the catalogue read, once, while it has a listener",
  scenario(async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const { control } = deployment;
    const page = await openBare(context, deployment, { options: QUIET });
    await signIn(page, "grace");
    const early = await page.evaluate(() => {
      session.gate({ feature: "chat-history" }).subscribe(() => {});
      return ["expert", "default"].map((atLeast) => session.gate({ atLeast }).value);
    });
    assert.deepEqual(early, ["granted", "unknown"], "her own needs no catalogue");
    assert.equal((await control.requests("GET", ROLES)).length, 0, "the gate by feature needs no catalogue");
    await page.evaluate(() => {
      const roles = ["default", "administrator", "no-such-role"];
      globalThis.received = roles.map(() => []);
      for (const [number, atLeast] of roles.entries())
        session.gate({ atLeast }).subscribe((state) => received[number].push(state));
    });
    await until("the catalogue", () => page.evaluate(() => received.every((states) => states.length > 1)));
    await control.account(ACCOUNTS.grace.email, { role: "administrator" });
    await page.evaluate(() => session.refresh());
    assert.deepEqual(await page.evaluate(() => received), [
      ["unknown", "granted"],
      ["unknown", "denied", "granted"],
      ["unknown", "denied"],
    ]);
    assert.equal((await control.requests("GET", ROLES)).length, 1);
  }),
);

test(
  "a gate by role notifies of every change, where a server read the roles and the same user signs in again",
  scenario(async (given) => {
    const { context, another } = given;
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const states = await page.evaluate(
      async ([path, roles, credentials]) => {
        session.close();
        const [initial, catalogue] = await Promise.all(
          [path, roles].map(async (each) => (await fetch(each)).json()),
        );
        const next = bare.start({ initial: { ...initial, roles: catalogue.roles } }).session;
        const gate = next.gate({ atLeast: "default" });
        const received = [];
        gate.subscribe((value) => received.push(value));
        const seen = [];
        const look = () => seen.at(-1) !== gate.value && seen.push(gate.value);
        next.subscribe(look);
        await next.ready;
        await next.login(credentials);
        look();
        await next.roles();
        look();
        return { received, seen };
      },
      [SESSION, ROLES, credentialsOf("ada")],
    );
    assert.equal(states.received.at(-1), "granted");
    assert.deepEqual(states.received, states.seen);
  }),
);
