// The WebAssembly traps: its session ends with its requests and timers, and the page may create another one.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, gatesOf, known, openBare, refresh, signIn, snapshotsOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { WHOLE_STRINGS } from "../support/heap.mjs";
import { huntNowhere, huntTheTokenHeld, openOn, signInAs } from "../support/hunting-ground.mjs";
import { AGENTS, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { launching, scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

test.use(launching([WHOLE_STRINGS]));

const POLL_MS = 400;
const POLLING = { revalidate: { minIntervalMs: 0, intervalMs: POLL_MS } };

/** Where a module may trap. Each function arms the trap, and has the module run. */
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
  "a message of another tab": () => {
    armTrap();
    new BroadcastChannel(`platform-session:${location.origin}`).postMessage("changed");
  },
};

test(
  "a session closes for good wherever its module traps, and another session works",
  scenario(async ({ context, deployment, control }) => {
    const page = await openTrappable(context, deployment, POLLING);
    const { features } = await signIn(page, "ada");
    for (const [place, act] of Object.entries(PLACES)) {
      await page.evaluate(act);
      const failed = await untilTrapped(page);
      assert.deepEqual([failed.status, failed.user, failed.features], ["unknown", null, {}], place);
      assert.equal(failed.error.retryable, false, place);
      await control.clearLog();
      const ready = await page.evaluate(() => bare.outcome(session.ready));
      assert.deepEqual(
        [ready, await refresh(page)].map(({ error }) => error.code),
        ["wasm-unavailable", "wasm-unavailable"],
        place,
      );
      await pause(page, 2 * POLL_MS);
      assert.deepEqual(await control.log(), [], `${place}: no poll, no listener`);
      assert.deepEqual(await eventsOf(page, "signed-out"), [], `${place}: no user was signed out`);
      await page.evaluate((options) => {
        globalThis.traps = 0;
        globalThis.seen = bare.start(options);
        globalThis.session = seen.session;
      }, POLLING);
      assert.equal((await known(page)).user.email, ACCOUNTS.ada.email, place);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features), place);
    }
  }),
);

test(
  "in the turn of a trap every gate closes, every call is rejected, and its requests are aborted",
  scenario(async ({ context, deployment, control }) => {
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
      "both requests to leave",
      async () => (await control.log()).filter(({ method }) => method === "GET").length >= 2,
    );
    const afterTrap = await page.evaluate(() => {
      armTrap();
      session.roles().catch(() => {});
      return { traps, can: session.permissions.can("chat-history"), snapshot: bare.plain(session.snapshot) };
    });
    assert.deepEqual([afterTrap.traps, afterTrap.can, afterTrap.snapshot.status], [1, false, "unknown"]);
    const codes = await page.evaluate(async () => (await Promise.all(calls)).map(({ error }) => error?.code));
    assert.deepEqual(codes, ["wasm-unavailable", "wasm-unavailable"]);
    await until("the requests to be given up", () => givenUp.has(AGENTS) && givenUp.has(SESSION));
  }),
);

test(
  "a sign-out that failed is sent once more as its module traps",
  scenario(async (given) => {
    const { context, deployment, control, watch } = given;
    const page = await openTrappable(context, deployment);
    await signIn(page, "ada");
    await control.faults({
      method: "POST",
      path: LOGOUT,
      times: 1,
      status: 503,
      headers: { "retry-after": "60" },
    });
    await page.evaluate(() => bare.outcome(session.logout()));
    await page.evaluate(PLACES["a call"]);
    await untilTrapped(page);
    await watch.quiet();
    assert.equal((await control.requests("POST", LOGOUT)).length, 2);
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    await page.reload();
    assert.equal((await known(page)).status, "unauthenticated", "the deployment has had the sign-out");
  }),
);

test(
  "after a trap the token is in no memory, and nowhere else",
  scenario(async (stage) => {
    const ground = await openOn(stage, "cookie", { token: "memory" });
    const { page } = ground;
    await signInAs(page, "ada");
    await huntTheTokenHeld(ground);
    await page.evaluate(trappable);
    await page.evaluate(PLACES["a call"]);
    await untilTrapped(page);
    await huntNowhere(ground);
  }),
);

/** Opens a page with a module that can be made to trap. */
const openTrappable = (context, deployment, options = { revalidate: { minIntervalMs: 0 } }) =>
  openBare(context, deployment, { options, before: trappable });

/**
 * Runs in a page before its scripts: after `armTrap()`, the module's next call of `Date.now` throws, which ends the instance
 * as a trap does. `traps`: how often that happened.
 */
function trappable() {
  const { now } = Date;
  let armed = false;
  globalThis.traps = 0;
  globalThis.armTrap = () => {
    armed = true;
  };
  Date.now = () => {
    // For the page's own scripts the clock works.
    if (!armed || !/wasm/.test(new Error().stack)) return now();
    armed = false;
    globalThis.traps += 1;
    throw new Error("the module's clock failed");
  };
}

/** Waits until the module has trapped, and returns the snapshot that says so. */
async function untilTrapped(page) {
  await until("the trap", () => page.evaluate(() => traps === 1));
  return until("the page to say so", async () =>
    (await snapshotsOf(page)).find(({ error }) => error?.code === "wasm-unavailable"),
  );
}
