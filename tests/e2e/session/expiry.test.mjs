import assert from "node:assert/strict";
import {
  eventsOf,
  gatesOf,
  known,
  openBare,
  readsOf,
  refresh,
  signIn,
  snapshotOf,
} from "../support/bare-page.mjs";
import { DAY_MS, HOUR_MS, LONGEST_MS, shiftableClocks, shiftClocks, wake } from "../support/clocks.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { AT_REST } from "../support/snapshots.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const MINUTE_MS = 60_000;

const down = { method: "GET", path: SESSION, times: 50, status: 503, headers: { "retry-after": "600" } };

scenario(
  "a session expires by itself a day after its sign-in, and its token goes with it",
  async ({ context, deployment, control }) => {
    const page = await openWithClock(context, deployment);
    await signIn(page, "ada");
    await page.clock.fastForward(DAY_MS - MINUTE_MS);
    assert.equal((await snapshotOf(page)).status, "authenticated");
    await page.clock.fastForward(MINUTE_MS);
    await assertExpired(page);
    await control.clearLog();
    await page.evaluate(() => bare.outcome(session.roles()));
    const asked = await control.requests("GET", "/api/roles");
    assert.ok(asked.length > 0 && asked.every(({ bearer }) => !bearer));
  },
);

for (const [what, shift] of [
  ["a machine slept through it, and its monotonic clock stood still", { wall: DAY_MS }],
  ["the wall clock was set back meanwhile", { wall: -3 * DAY_MS, mono: DAY_MS }],
  ["a machine slept through many days", { wall: 40 * DAY_MS, mono: HOUR_MS }],
]) {
  scenario(
    `the end of a session is found on waking, where ${what}, whatever the deployment does`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment, { before: shiftableClocks });
      await signIn(page, "ada");
      await control.faults({ method: "GET", path: SESSION, times: 50, drop: "hang" });
      await shiftClocks(page, shift);
      await wake(page);
      await assertExpired(page);
    },
  );
}

scenario(
  "until the end is reached by one of the clocks, waking ends nothing",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { before: shiftableClocks });
    const before = await signIn(page, "ada");
    for (const shift of [{ wall: DAY_MS - 2 * MINUTE_MS }, { mono: DAY_MS - 2 * MINUTE_MS }]) {
      await shiftClocks(page, shift);
      await wake(page);
      await pause(page, 60);
      assert.deepEqual(await snapshotOf(page), before);
    }
    await shiftClocks(page, { wall: 2 * MINUTE_MS });
    await wakeAtTheEnd(page, control);
    await assertExpired(page);
  },
);

scenario("another sign-in starts another day", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment, { before: shiftableClocks });
  await signIn(page, "ada");
  await shiftClocks(page, { wall: 20 * HOUR_MS, mono: 20 * HOUR_MS });
  const grace = await signIn(page, "grace");
  await shiftClocks(page, { wall: 20 * HOUR_MS, mono: 20 * HOUR_MS });
  await refresh(page);
  assert.deepEqual(await snapshotOf(page), grace);
  await shiftClocks(page, { wall: 4 * HOUR_MS, mono: 4 * HOUR_MS });
  await wakeAtTheEnd(page, control);
  await assertExpired(page);
});

scenario(
  "a session that was found, not begun, has no known end: the deployment's word decides",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { before: shiftableClocks });
    await signIn(page, "ada");
    await page.reload();
    const found = await known(page);
    await shiftClocks(page, { wall: 3 * DAY_MS, mono: 3 * DAY_MS });
    const reads = (await readsOf(page)).length;
    await wake(page);
    await until("the read on waking", async () => (await readsOf(page)).length > reads);
    assert.deepEqual((await refresh(page)).value, found);
    await control.expire();
    assert.equal((await refresh(page)).value.reason, "ended");
  },
);

scenario("after the end the next sign-in works", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment, { before: shiftableClocks });
  await signIn(page, "ada");
  await shiftClocks(page, { wall: DAY_MS });
  await wakeAtTheEnd(page, control);
  await assertExpired(page);
  assert.equal((await signIn(page, "ada")).status, "authenticated");
  await wake(page);
  await pause(page, 60);
  assert.equal((await snapshotOf(page)).status, "authenticated");
});

scenario(
  "grants outlive the last good answer for maxStaleMs, asleep or awake, and come back with the next one",
  async ({ context, deployment, control }) => {
    const options = { maxStaleMs: HOUR_MS };
    const page = await openBare(context, deployment, { options, before: shiftableClocks });
    const before = await signIn(page, "ada");
    // Hours without a failure are no reason to close.
    await shiftClocks(page, { wall: 2 * HOUR_MS, mono: 2 * HOUR_MS });
    assert.deepEqual((await refresh(page)).value, before);

    await control.faults(down);
    const { error } = await refresh(page);
    await shiftClocks(page, { wall: HOUR_MS - MINUTE_MS });
    await wake(page);
    assert.deepEqual(await snapshotOf(page), { ...before, stale: true, error });
    await shiftClocks(page, { wall: MINUTE_MS });
    await wake(page);
    const { status, user, features, reason } = await snapshotOf(page);
    assert.deepEqual([status, user, features, reason], ["unknown", null, {}, null]);
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    assert.deepEqual(await eventsOf(page, "signed-out"), [], "nobody was signed out");

    await control.clearFaults();
    assert.deepEqual((await refresh(page)).value, before);
  },
);

scenario("a time that no timer holds is waited for in steps", async ({ context, deployment, control }) => {
  const intervalMs = 2 * LONGEST_MS + DAY_MS;
  const page = await openWithClock(context, deployment, { revalidate: { intervalMs }, maxStaleMs: 2 ** 52 });
  await known(page);
  await control.clearLog();
  const polls = async () => (await control.requests("GET", SESSION)).length;
  await page.clock.runFor(1_000);
  assert.equal(await polls(), 0, "a timer that overflows fires at once");
  await page.clock.fastForward(LONGEST_MS + MINUTE_MS);
  await page.clock.fastForward(LONGEST_MS);
  assert.equal(await polls(), 0, "steps on the way are no polls");
  await page.clock.fastForward(DAY_MS);
  await until("the poll", async () => (await polls()) === 1);
});

/** A page whose clocks and timers stand still but for what `page.clock` lets pass. */
async function openWithClock(context, deployment, options) {
  const page = await context.newPage();
  await page.clock.install();
  const query = new URLSearchParams({ options: JSON.stringify(options ?? {}) });
  await page.goto(`${deployment.origin}/bare.html?${query}`);
  return page;
}

/** Wakes the page up at the end of its day, which is the end of the deployment's token too, and waits for its read. */
async function wakeAtTheEnd(page, control) {
  await control.expire();
  await shiftClocks(page, { wall: MINUTE_MS, mono: MINUTE_MS });
  const reads = (await readsOf(page)).length;
  await wake(page);
  await until("the read on waking", async () => (await readsOf(page)).length > reads);
}

async function assertExpired(page) {
  assert.deepEqual(await snapshotOf(page), {
    status: "unauthenticated",
    user: null,
    features: {},
    reason: "expired",
    stale: false,
    error: null,
    ...AT_REST,
  });
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  assert.deepEqual((await eventsOf(page, "signed-out")).at(-1), {
    type: "signed-out",
    detail: { reason: "expired" },
  });
}
