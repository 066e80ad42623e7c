import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, openBare, readsOf, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { shiftableClocks, shiftClocks, wake } from "../support/clocks.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { goOffline, goOnline, lookAt, lookAway, pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

scenario(
  "a page that is looked at again reads again, once",
  { window: true },
  async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment, { minIntervalMs: 200 });
    await lookAway(context, page);
    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    await pause(page, 250);
    const before = await countReads(page);
    await lookAt(page);
    await until("the new role", async () => (await snapshotOf(page)).user.userType === "expert");
    await pause(page, 250);
    assert.equal(await countReads(page), before + 1, "it was focused and became visible, both at once");
    assert.equal((await eventsOf(page, "permissions-changed")).length, 2, "at the sign-in, and now");
  },
);

scenario(
  "a page that wants no read on focus makes none",
  { window: true },
  async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment, { onFocus: false, minIntervalMs: 0 });
    await lookAway(context, page);
    const before = await countReads(page);
    await lookAt(page);
    await pause(page);
    assert.equal(await countReads(page), before);
  },
);

scenario(
  "a hidden tab never polls, and polls again once it is seen",
  { window: true },
  async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment, { intervalMs: 60, minIntervalMs: 0 });
    await until("the poll to run", async () => (await countReads(page)) > 4);
    await lookAway(context, page);
    // A timer of the page's own shows that timers run on in a hidden tab, if slower.
    await ticks(page, 1);
    const before = await countReads(page);
    await ticks(page, 1);
    assert.equal(await countReads(page), before);
    await lookAt(page);
    await until("the poll to run again", async () => (await countReads(page)) > before + 2);
  },
);

scenario(
  "a hidden tab that comes back online waits until it is seen",
  { window: true },
  async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment, { onFocus: false, minIntervalMs: 0 });
    await lookAway(context, page);
    await goOffline(context, page);
    const before = await countReads(page);
    await goOnline(context, page);
    await pause(page);
    assert.equal(await countReads(page), before);
    await lookAt(page);
    await until("the read that was owed", async () => (await countReads(page)) === before + 1);
  },
);

scenario("by default automatic reads keep five seconds apart", async ({ context, deployment }) => {
  const page = await openSignedIn(context, deployment, undefined, shiftableClocks);
  const before = await countReads(page);
  const lookAfter = async (ms) => {
    await shiftClocks(page, { wall: ms, mono: ms });
    await wake(page);
    await pause(page, 60);
    return (await countReads(page)) - before;
  };
  assert.deepEqual(
    [await lookAfter(0), await lookAfter(3_000), await lookAfter(2_000), await lookAfter(3_000)],
    [0, 0, 1, 1],
  );
});

scenario(
  "a look that comes too early for a read is made up for",
  async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment, { minIntervalMs: 500 });
    const before = await countReads(page);
    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    for (let time = 0; time < 3; time += 1) await wake(page);
    await until("the new role", async () => (await snapshotOf(page)).user.userType === "expert");
    const reads = await readsOf(page);
    assert.equal(reads.length, before + 1, "one read for all looks");
    assert.ok(reads.at(-1) - reads.at(-2) > 450, `read at ${reads.join(", ")} ms`);
  },
);

for (const order of [
  ["visibilitychange", "focus"],
  ["focus", "visibilitychange"],
]) {
  scenario(
    `${order.join(" and ")} in one turn are one read, where reads need keep no distance`,
    async ({ context, deployment, control }) => {
      const page = await openSignedIn(context, deployment, { minIntervalMs: 0 });
      await control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 300 });
      await control.clearLog();
      await page.evaluate((types) => {
        const show = (state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          Object.defineProperty(document, "hidden", { value: state === "hidden", configurable: true });
        };
        show("hidden");
        document.dispatchEvent(new Event("visibilitychange"));
        show("visible");
        for (const type of types) (type === "focus" ? window : document).dispatchEvent(new Event(type));
      }, order);
      await until("the read", async () => (await control.requests("GET", SESSION)).length > 0);
      await pause(page, 600);
      assert.equal((await control.requests("GET", SESSION)).length, 1);
    },
  );
}

scenario("a page that comes back online reads again, once", async ({ context, deployment, control }) => {
  const page = await openSignedIn(context, deployment, { minIntervalMs: 0 });
  await goOffline(context, page);
  await control.account(ACCOUNTS.ada.email, { role: "expert" });
  const before = await countReads(page);
  await goOnline(context, page);
  await until("the new role", async () => (await snapshotOf(page)).user.userType === "expert");
  assert.equal(await countReads(page), before + 1);
});

scenario(
  "a page that wants no read on coming online makes one only after a failure",
  async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment, { onOnline: false, minIntervalMs: 0 });
    const before = await countReads(page);
    await goOffline(context, page);
    await goOnline(context, page);
    await pause(page);
    assert.equal(await countReads(page), before);

    await goOffline(context, page);
    assert.equal((await refresh(page)).error.code, "network");
    assert.ok((await snapshotOf(page)).stale);
    await goOnline(context, page);
    await until("the failure to be made up for", async () => !(await snapshotOf(page)).stale);
  },
);

scenario("a poll keeps the distance of automatic reads", async ({ context, deployment }) => {
  const page = await openSignedIn(context, deployment, { intervalMs: 20, minIntervalMs: 250 });
  await until("some polls", async () => (await countReads(page)) >= 5);
  const polls = (await readsOf(page)).slice(-3);
  assert.ok(polls[1] - polls[0] >= 245 && polls[2] - polls[1] >= 245, `polled at ${polls.join(", ")} ms`);
});

scenario("a page that is offline does not poll", async ({ context, deployment }) => {
  const page = await openSignedIn(context, deployment, { intervalMs: 30, minIntervalMs: 0 });
  await goOffline(context, page);
  await pause(page, 60);
  const before = await countReads(page);
  await pause(page);
  assert.equal(await countReads(page), before);
  assert.equal((await snapshotOf(page)).status, "authenticated");
  await goOnline(context, page);
  await until("the poll to run again", async () => (await countReads(page)) > before + 1);
});

scenario("a page that asked for no poll does not poll", async ({ context, deployment, control }) => {
  const page = await openSignedIn(context, deployment, { minIntervalMs: 0 });
  await control.clearLog();
  await pause(page, 300);
  assert.deepEqual(await control.requests("GET", SESSION), []);
});

async function openSignedIn(context, deployment, revalidate, before) {
  const page = await openBare(context, deployment, { options: { revalidate }, before });
  await signIn(page, "ada");
  return page;
}

const countReads = async (page) => (await readsOf(page)).length;

/** Waits for so many ticks of an interval of the page. */
const ticks = (page, count) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        let ticked = 0;
        const timer = setInterval(() => {
          ticked += 1;
          if (ticked < wanted) return;
          clearInterval(timer);
          resolve();
        }, 60);
      }),
    count,
  );
