// An answer that the deployment gave before a sign-out, and that comes after it, opens nothing in any tab.

import assert from "node:assert/strict";
import { eventsOf, gatesOf, openBare, readsOf, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { LOGOUT, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown, withTwoTabs } from "../support/two-tabs.mjs";

const { scenario } = stage();

/** So that every reason to read makes a read. */
const options = { revalidate: { minIntervalMs: 0 } };

scenario(
  "a read that was asked for before this tab heard of another tab's sign-out opens nothing after it",
  (given) =>
    withTwoTabs(given, { options }, async ({ here, there, relay, watch }) => {
      const logout = relay.halt("request", "POST", LOGOUT);
      const read = relay.halt("answer", "GET", SESSION);
      await here.evaluate(() => dispatchEvent(new Event("focus")) && undefined);
      await read.met();
      await beginSignOut(there);
      await untilShown(here, "unauthenticated");
      read.go();
      logout.go();
      await there.evaluate(() => signedOut);
      await watch.quiet();
      await assertStayedClosed(here);
    }),
);

scenario("nothing is read while another tab's sign-out is on its way, whatever a third tab says", (given) =>
  withTwoTabs(given, { options }, async ({ here, there, relay, watch, context }) => {
    const logout = relay.halt("request", "POST", LOGOUT);
    const third = await openBare(context, relay, { idle: true });
    await beginSignOut(there);
    await untilShown(here, "unauthenticated");
    await logout.met();
    const reads = (await readsOf(here)).length;
    await third.evaluate(() =>
      new BroadcastChannel(`platform-session:${location.origin}`).postMessage("changed"),
    );
    await here.evaluate(() => dispatchEvent(new Event("focus")) && undefined);
    await pause(here, 500);
    assert.equal((await readsOf(here)).length, reads);
    logout.go();
    assert.equal(await there.evaluate(() => signedOut), "told");
    await watch.quiet();
    await assertStayedClosed(here);
  }),
);

/** Begins a sign-out; `signedOut` resolves with how it ended. */
const beginSignOut = (page) =>
  page.evaluate(() => {
    globalThis.signedOut = session.logout().then(
      () => "told",
      ({ code }) => code,
    );
  });

/** The page closed once, and nothing has opened since. */
async function assertStayedClosed(page) {
  const all = await snapshotsOf(page);
  const closed = all.findIndex(({ reason }) => reason === "signed-out");
  assert.notEqual(closed, -1);
  assert.deepEqual(
    all.slice(closed).map(({ user }) => user),
    all.slice(closed).map(() => null),
    "no read shows anybody",
  );
  assert.deepEqual(await eventsOf(page, "signed-in"), []);
  assert.equal((await snapshotOf(page)).status, "unauthenticated");
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
}
