// The module traps: its session ends with all that belongs to it, and the page goes on with a new one.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import {
  eventsOf,
  gatesOf,
  known,
  openBare,
  readsOf,
  refresh,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "../support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { WHOLE_STRINGS } from "../support/heap.mjs";
import { huntNowhere, huntTheTokenHeld, openOn, signInAs } from "../support/hunting-ground.mjs";
import { AGENTS, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { trappable, untilRecovered, untilTrapped } from "../support/trap.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage({ switches: [WHOLE_STRINGS] });

const POLL_MS = 400;

/** Where a module may trap: each arms it and gives it something to do. */
const PLACES = {
  "a call": () => {
    armTrap();
    session.roles().catch(() => {});
  },
  "an answer": () => {
    session.refresh().catch(() => {});
    armTrap();
  },
  "a timer": () => armTrap(),
  "a listener of the page's": () => {
    armTrap();
    dispatchEvent(new Event("focus"));
  },
  "another tab's word": () => {
    armTrap();
    new BroadcastChannel(`platform-session:${location.origin}`).postMessage("changed");
  },
};

for (const [place, act] of Object.entries(PLACES)) {
  scenario(
    `a page whose module traps in ${place} closes, says that another try may help, and recovers by itself`,
    async ({ context, deployment }) => {
      const page = await openTrappable(context, deployment, place === "a timer" ? POLL_MS : 0);
      const { features } = await signIn(page, "ada");
      await page.evaluate(act);
      const failed = await untilTrapped(page);
      assert.deepEqual([failed.status, failed.user, failed.features], ["unknown", null, {}]);
      assert.equal(failed.error.retryable, true);
      assert.equal((await untilRecovered(page)).user.email, ACCOUNTS.ada.email);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
      assert.equal((await known(page)).status, "authenticated", "ready, too");
      assert.deepEqual(await eventsOf(page, "signed-out"), [], "nobody was signed out");
      assert.equal((await refresh(page)).value.user.email, ACCOUNTS.ada.email);
    },
  );
}

scenario(
  "in the turn of a trap every gate is closed and every call is rejected, and its requests are given up",
  async ({ context, deployment, control }) => {
    const page = await openTrappable(context, deployment);
    await signIn(page, "ada");
    const givenUp = new Set();
    page.on("requestfailed", (request) => givenUp.add(new URL(request.url()).pathname));
    await control.faults(
      ...[AGENTS, SESSION].map((path) => ({ method: "GET", path, times: 1, drop: "hang" })),
    );
    await page.evaluate((path) => {
      globalThis.calls = [session.fetch(path), session.refresh()].map(bare.outcome);
    }, AGENTS);
    await until(
      "them to leave",
      async () => (await control.log()).filter(({ method }) => method === "GET").length >= 2,
    );
    const at = await page.evaluate(() => {
      armTrap();
      session.roles().catch(() => {});
      return { traps, can: session.permissions.can("chat-history"), snapshot: bare.plain(session.snapshot) };
    });
    assert.deepEqual([at.traps, at.can, at.snapshot.status], [1, false, "unknown"]);
    const codes = await page.evaluate(async () => (await Promise.all(calls)).map(({ error }) => error?.code));
    assert.deepEqual(codes, ["wasm-unavailable", "wasm-unavailable"]);
    await until("the requests to be given up", () => givenUp.has(AGENTS) && givenUp.has(SESSION));
    await untilRecovered(page);
  },
);

scenario("after a trap one session polls and listens, not two", async ({ context, deployment, control }) => {
  const page = await openTrappable(context, deployment, POLL_MS);
  await signIn(page, "ada");
  await page.evaluate(PLACES["a call"]);
  await untilTrapped(page);
  await until("a call to be answered", async () => (await refresh(page)).value);
  const before = (await readsOf(page)).length;
  await until("some polls", async () => (await readsOf(page)).length >= before + 6);
  const polls = (await readsOf(page)).slice(before);
  const gaps = polls.slice(1).map((at, index) => at - polls[index]);
  assert.ok(Math.min(...gaps) > POLL_MS - 50, `polls ${gaps.join(", ")} ms apart`);
  await control.clearLog();
  await page.evaluate(() => session.logout());
  assert.equal((await control.requests("POST", LOGOUT)).length, 1);
  await pause(page, 2 * POLL_MS);
  assert.equal((await snapshotOf(page)).status, "unauthenticated");
});

scenario(
  "a closed session stays closed, whatever its module does as it ends",
  async ({ context, deployment, control }) => {
    const page = await openTrappable(context, deployment);
    await signIn(page, "ada");
    const [trapped, code] = await page.evaluate(async () => {
      armTrap();
      session.close();
      return [traps, (await bare.outcome(session.refresh())).error?.code];
    });
    assert.deepEqual([trapped, code], [1, "closed"]);
    await control.clearLog();
    await pause(page, 600);
    assert.deepEqual(await control.log(), []);
    const { status, error } = await snapshotOf(page);
    assert.deepEqual([status, error?.code], ["unknown", "closed"]);
  },
);

scenario("a sign-out that could not be told outlives a trap", async ({ context, deployment, control }) => {
  const page = await openTrappable(context, deployment);
  await signIn(page, "ada");
  await control.faults({ method: "POST", path: LOGOUT, times: 50, status: 503 });
  await page.evaluate(() => bare.outcome(session.logout()));
  const since = (await snapshotsOf(page)).length;
  await page.evaluate(PLACES["a call"]);
  await untilTrapped(page);
  await pause(page, 300);
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
  await control.clearFaults();
  await untilRecovered(page, "unauthenticated");
  assert.ok((await snapshotsOf(page)).slice(since).every(({ user }) => user === null));
  assert.equal((await known(page)).status, "unauthenticated");
  await page.reload();
  assert.equal((await known(page)).status, "unauthenticated", "the deployment was told");
});

scenario("after a trap the token is in no memory, and nowhere else", async (stage) => {
  const ground = await openOn(stage, "cookie", { token: "memory" });
  const { page } = ground;
  await signInAs(page, "ada");
  await huntTheTokenHeld(ground);
  await page.evaluate(trappable);
  await page.evaluate(PLACES["a call"]);
  await untilTrapped(page);
  await huntNowhere(ground);
  await untilRecovered(page);
  await huntNowhere(ground);
});

/** A page whose module can be made to trap. */
const openTrappable = (context, deployment, intervalMs = 0) =>
  openBare(context, deployment, {
    options: { revalidate: { minIntervalMs: 0, intervalMs } },
    before: trappable,
  });
