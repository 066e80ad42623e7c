// A page whose WebAssembly is on its way has opened its gates on the first answer: what other tabs say counts there too.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, gatesOf, openBare, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { openHeld } from "../support/held-page.mjs";
import { LOGOUT, SESSION } from "../support/identity-api.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

scenario(
  "a sign-out in another tab closes at once what the first answer opened, and the module opens nothing of it",
  async ({ context, deployment }) => {
    const there = await openBare(context, deployment);
    await signIn(there, "ada");
    const here = await openHeld(context, deployment);
    await untilShown(here, "authenticated");
    await there.evaluate(() => session.logout());
    await until("the gates to close", async () => (await snapshotOf(here)).user === null);
    assert.equal((await gatesOf(here, ["chat-history"]))["chat-history"].can, false);
    await here.evaluate(() => held.release());
    await untilShown(here, "unauthenticated");
    await assertNobodySince(here, "authenticated");
    assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));
    assert.deepEqual(await eventsOf(here, "signed-in"), []);
  },
);

scenario(
  "a first answer that was given before another tab's sign-out opens nothing when it comes after it",
  async ({ context, deployment, watch }) => {
    const relay = await startRelay(deployment);
    try {
      const there = await openBare(context, relay);
      await signIn(there, "ada");
      const read = relay.halt("answer", "GET", SESSION);
      const here = await openHeld(context, relay);
      await read.met();
      await there.evaluate(() => session.logout());
      read.go();
      await watch.quiet();
      assert.equal((await snapshotOf(here)).user, null);
      await here.evaluate(() => held.release());
      await untilShown(here, "unauthenticated");
      assert.ok((await snapshotsOf(here)).every(({ user }) => user === null));
    } finally {
      await relay.stop();
    }
  },
);

scenario(
  "a sign-out that is not confirmed guards over the arrival of the module, and no longer than its time",
  async ({ context, deployment, control }) => {
    const there = await openBare(context, deployment);
    await signIn(there, "ada");
    await control.faults({ method: "POST", path: LOGOUT, times: 50, status: 503 });
    const here = await openHeld(context, deployment, { timeoutMs: 1_500, revalidate: { minIntervalMs: 0 } });
    await untilShown(here, "authenticated");
    await there.evaluate(() => bare.outcome(session.logout()));
    await until("the gates to close", async () => (await snapshotOf(here)).user === null);
    await here.evaluate(() => held.release());
    await until("the user again", async () => (await snapshotOf(here)).user?.email === ACCOUNTS.ada.email);
    const gap = await here.evaluate(() => {
      const at = (test) => times.find(([, status]) => test(status))?.[0];
      const closed = at((status) => status !== "authenticated");
      return times.findLast(([, status]) => status === "authenticated")[0] - closed;
    });
    assert.ok(gap > 1_400, `open after ${gap} ms`);
  },
);

scenario(
  "a sign-out that is called before the module is there closes the other tabs at once",
  async ({ context, deployment }) => {
    const there = await openBare(context, deployment);
    await signIn(there, "ada");
    const here = await openHeld(context, deployment);
    await untilShown(here, "authenticated");
    await here.evaluate(() => {
      globalThis.signingOut = bare.outcome(session.logout());
    });
    await until("the gates to close", async () => (await snapshotOf(there)).user === null);
    await here.evaluate(() => held.release());
    assert.deepEqual(await here.evaluate(() => signingOut), { value: null });
    const statuses = await here.evaluate(() => seen.snapshots.map(({ status }) => status));
    assert.deepEqual(
      new Set(statuses.slice(statuses.indexOf("unauthenticated"))),
      new Set(["unauthenticated"]),
    );
  },
);

scenario("a sign-in in another tab shows here once the module is there", async ({ context, deployment }) => {
  const there = await openBare(context, deployment);
  const here = await openHeld(context, deployment);
  await untilShown(here, "unauthenticated");
  await signIn(there, "ada");
  await here.evaluate(() => held.release());
  await until("the user", async () => (await snapshotOf(here)).user?.email === ACCOUNTS.ada.email);
});

scenario(
  "a first answer that says deactivated closes at once what a server had read for this page",
  async ({ context, deployment, control }) => {
    const there = await openBare(context, deployment);
    await signIn(there, "ada");
    const initial = await there.evaluate(async (path) => await (await fetch(path)).json(), SESSION);
    await control.account(ACCOUNTS.ada.email, { active: false });
    const here = await openHeld(context, deployment, { initial });
    await until("the gates to close", async () => (await snapshotOf(here)).user === null);
    assert.equal((await gatesOf(here, ["chat-history"]))["chat-history"].can, false);
    await here.evaluate(() => held.release());
    await untilShown(here, "unauthenticated");
    assert.equal((await snapshotOf(here)).reason, "deactivated");
    await assertNobodySince(here, "authenticated");
  },
);

/** Since the page first showed this status and then another, no snapshot has a user. */
async function assertNobodySince(page, status) {
  const all = await snapshotsOf(page);
  const opened = all.findIndex((each) => each.status === status);
  const closed = all.findIndex((each, at) => at > opened && each.status !== status);
  assert.ok(opened >= 0 && closed > opened);
  assert.ok(all.slice(closed).every(({ user }) => user === null));
}
