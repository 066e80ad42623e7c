import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, openBare, refresh, signIn } from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo } from "../support/demo-page.mjs";
import { gatesFor } from "../support/features.mjs";
import { accountOnTheWire, answering, SESSION, sessionBody } from "../support/identity-api.mjs";
import { noteMessages } from "../support/script-readable.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const entry = (enabled, limit = null) => ({ enabled, limit });

scenario("a role change shows at the next read", async ({ context, deployment, control }) => {
  const { features } = await accountOnTheWire(deployment, "grace");
  const page = await openBare(context, deployment);
  const before = await signIn(page, "ada");
  await control.account(ACCOUNTS.ada.email, { role: "expert" });
  const { value: after } = await refresh(page);
  assert.deepEqual(after, { ...before, user: { ...before.user, userType: "expert" }, features });
  assert.equal((await eventsOf(page, "signed-in")).length, 1, "the user is still the same");
  assert.deepEqual(await eventsOf(page, "signed-out"), []);
});

scenario("only the features that changed fire", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  const { user } = await signIn(page, "ada");
  const stays = { same: entry(true), limited: entry(true, { perDay: [1, { n: 2 }] }) };
  const before = { ...stays, opens: entry(false), shrinks: entry(true, 10), goes: entry(true) };
  const after = { ...stays, opens: entry(true), shrinks: entry(true, 5), comes: entry(false) };
  await control.faults(
    answering("GET", SESSION, sessionBody(before, user)),
    answering("GET", SESSION, sessionBody(after, user)),
  );
  await refresh(page);

  const observed = await page.evaluate(async () => {
    const names = ["same", "limited", "opens", "shrinks", "goes", "comes", "never-listed"];
    const heard = Object.fromEntries(names.map((name) => [name, []]));
    for (const name of names) session.permissions.feature(name).subscribe((value) => heard[name].push(value));
    const maps = [];
    session.permissions.subscribe((features) => maps.push(features));
    const old = session.permissions.features;
    const eventsBefore = seen.events.length;
    await session.refresh();
    const now = session.permissions.features;
    return {
      heard,
      maps: maps.length,
      newMapPublished: maps.at(-1) === now && now !== old && session.snapshot.features === now,
      kept: names.filter((name) => name in old && old[name] === now[name]),
      values: names.every((name) => session.permissions.feature(name).value === now[name]),
      events: bare.plainEvents(seen.events.slice(eventsBefore)),
    };
  });

  assert.deepEqual(observed.heard, {
    same: [before.same],
    limited: [before.limited],
    opens: [before.opens, after.opens],
    shrinks: [before.shrinks, after.shrinks],
    goes: [before.goes, undefined],
    comes: [undefined, after.comes],
    "never-listed": [undefined],
  });
  assert.equal(observed.maps, 2, "the current map at once, and one change");
  assert.ok(observed.newMapPublished);
  assert.deepEqual(observed.kept, ["same", "limited"], "an entry that did not change keeps its identity");
  assert.ok(observed.values);

  assert.deepEqual(
    observed.events.map(({ type }) => type),
    ["permissions-changed"],
  );
  const byName = (a, b) => a.feature.localeCompare(b.feature);
  assert.deepEqual(
    observed.events[0].detail.changes
      .map(({ feature, previous, current }) => ({ feature, previous, current }))
      .sort(byName),
    [
      { feature: "comes", previous: undefined, current: after.comes },
      { feature: "goes", previous: before.goes, current: undefined },
      { feature: "opens", previous: before.opens, current: after.opens },
      { feature: "shrinks", previous: before.shrinks, current: after.shrinks },
    ],
  );
});

scenario(
  "a read that changes nothing wakes no one and keeps every identity",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const observed = await page.evaluate(async () => {
      const before = session.snapshot;
      let wakes = 0;
      const wake = () => {
        wakes += 1;
      };
      session.subscribe(wake);
      session.permissions.subscribe(wake);
      session.permissions.feature("chat-history").subscribe(wake);
      const events = seen.events.length;
      const resolved = await session.refresh();
      return {
        wakes,
        events: seen.events.length - events,
        same: resolved === before && session.snapshot === before,
      };
    });
    assert.deepEqual(observed, { wakes: 3, events: 0, same: true });
  },
);

scenario(
  "the demo follows a role change when asked to check again",
  { site: "demo" },
  async ({ context, deployment, control }) => {
    const { features } = await accountOnTheWire(deployment, "grace");
    const page = await openDemo(context, deployment);
    await signInDemo(page, "ada");
    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    await page.getByTestId("refresh").click();
    await until("the new role", async () => (await page.getByTestId("user-role").textContent()) === "expert");
    assert.deepEqual(await demoGatesOf(page), gatesFor(features));
  },
);

scenario(
  "a limit whose keys come in another order is the same limit: nothing is told, to listeners or to other tabs",
  async ({ context, deployment, control }) => {
    await noteMessages(context);
    const page = await openBare(context, deployment);
    const { user } = await signIn(page, "ada");
    const read = async (limit) => {
      await control.faults(answering("GET", SESSION, sessionBody({ limited: entry(true, limit) }, user)));
      return refresh(page);
    };
    await read({
      perDay: 10,
      models: [
        { name: "a", rank: 1 },
        { name: "b", rank: 2 },
      ],
    });
    const told = () => page.evaluate(() => [seen.snapshots.length, seen.events.length, messages.length]);
    const before = await told();
    const { value } = await read({
      models: [
        { rank: 1, name: "a" },
        { rank: 2, name: "b" },
      ],
      perDay: 10,
    });
    assert.equal(value.features.limited.limit.perDay, 10);
    assert.deepEqual(await told(), before, "snapshots, events and messages");
    await read({
      models: [
        { rank: 2, name: "b" },
        { rank: 1, name: "a" },
      ],
      perDay: 10,
    });
    const [snapshots, events, messages] = await told();
    assert.ok(
      snapshots > before[0] && events > before[1] && messages > before[2],
      "the order of a list counts",
    );
  },
);
