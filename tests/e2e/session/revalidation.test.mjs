import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, openBare, readsOf, signIn, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT } from "../support/identity-api.mjs";
import { goOffline, goOnline, lookAt, lookAway, pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

test(
  "a page that becomes visible again reads once",
  scenario({ window: true }, async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment, { minIntervalMs: 200 });
    await lookAway(context, page);
    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    await pause(page, 250);
    const before = await countReads(page);
    await lookAt(page);
    await until("the new role", async () => (await snapshotOf(page)).user.userType === "expert");
    await pause(page, 250);
    assert.equal(await countReads(page), before + 1, "one read for the focus and the visibility");
    assert.equal((await eventsOf(page, "permissions-changed")).length, 2, "at the sign-in, and now");
  }),
);

test(
  "a hidden tab does not poll, and polls again once it is visible",
  scenario({ window: true }, async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment, { intervalMs: 60, minIntervalMs: 0 });
    await until("the poll to run", async () => (await countReads(page)) > 4);
    await lookAway(context, page);
    // The page's own timer shows that timers run in a hidden tab, if slower.
    await tick(page);
    const before = await countReads(page);
    await tick(page);
    assert.equal(await countReads(page), before);
    await lookAt(page);
    await until("the poll to run again", async () => (await countReads(page)) > before + 2);
  }),
);

test(
  "a page that comes back online reads once",
  scenario(async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment, { minIntervalMs: 0 });
    await goOffline(context, page);
    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    const before = await countReads(page);
    await goOnline(context, page);
    await until("the new role", async () => (await snapshotOf(page)).user.userType === "expert");
    assert.equal(await countReads(page), before + 1);
  }),
);

test(
  "calls of refresh() within one task share one read, which leaves after them",
  scenario(async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment, {});
    const before = await countReads(page);
    const users = await page.evaluate(async (path) => {
      const calls = [];
      for (let call = 0; call < 50; call += 1) {
        calls.push(session.refresh());
        // With promises and milliseconds in between.
        await null;
        if (call % 10 === 0) for (const from = performance.now(); performance.now() < from + 2; );
      }
      // A sign-out in the same task is before the read.
      const signingOut = new XMLHttpRequest();
      signingOut.open("POST", path, false);
      signingOut.send();
      calls.push(session.refresh());
      return (await Promise.all(calls)).map(({ user }) => user);
    }, LOGOUT);
    assert.deepEqual(new Set(users), new Set([null]));
    assert.equal(await countReads(page), before + 1);
  }),
);

async function openSignedIn(context, deployment, revalidate) {
  const page = await openBare(context, deployment, { options: { revalidate } });
  await signIn(page, "ada");
  return page;
}

const countReads = async (page) => (await readsOf(page)).length;

/** Waits for one tick of an interval of the page. */
const tick = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const timer = setInterval(() => resolve(clearInterval(timer)), 60);
      }),
  );
