// Front ends on another origin than the deployment's: of the same site, of another site, and of a site that is not allowed.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../e2e/support/accounts.mjs";
import { eventsOf, gatesOf, known, logout, signIn, snapshotOf } from "../e2e/support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../e2e/support/features.mjs";
import { AGENTS, LOGOUT, SESSION } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";
import { withoutPolicy } from "./requests.mjs";
import { reload } from "./stage.mjs";

// Names below .localhost are addresses of this machine; the last two labels are the site. For WebKit, each name is another site: so the
// neighbour has the deployment's name, and another port.
const FRONT = "app.front.localhost";
const PORTAL = "portal.example.localhost";
const NEIGHBOUR = PORTAL;

/** Opens a page of the front end at `host`. Returns it with its deployment (`portal`), which allows that origin unless `allowed` is false. */
async function openFront({ deployment, another, relay, open }, host, { allowed = true, token } = {}) {
  const { port } = await relay(deployment, { rewrite: withoutPolicy });
  const origin = `http://${host}:${port}`;
  const portal = await another(allowed ? ["--allowed-origin", origin] : []);
  const baseUrl = `http://${PORTAL}:${portal.port}`;
  const page = await open({ origin }, { early: !allowed, options: { baseUrl, ...(token && { token }) } });
  return { page, portal };
}

const statusOf = (page) => page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS);

export function otherOrigins(scenario) {
  scenario("on another origin of the same site the cookie carries the session", async (given) => {
    const { page, portal } = await openFront(given, NEIGHBOUR);
    const { user, features } = await signIn(page, "ada");
    assert.equal(user.email, ACCOUNTS.ada.email);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    assert.equal(await statusOf(page), 200);
    assert.deepEqual(await eventsOf(page, "cookie-refused"), []);
    const reads = await portal.control.requests("GET", SESSION);
    assert.ok(reads.every(({ bearer }) => !bearer) && reads.at(-1).cookie);

    await reload(page);
    assert.equal((await known(page)).user.email, ACCOUNTS.ada.email);
    await logout(page);
    await reload(page);
    assert.equal((await known(page)).reason, "no-session");
  });

  scenario(
    "from another site, which the cookie does not reach, a held token carries the session",
    async (given) => {
      const { page, portal } = await openFront(given, FRONT);
      const { features } = await signIn(page, "ada");
      await until("the event", async () => (await eventsOf(page, "cookie-refused")).length > 0);
      const { status, error, stale } = await snapshotOf(page);
      assert.deepEqual([status, error, stale], ["authenticated", null, false]);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
      assert.equal(await statusOf(page), 200);
      await page.evaluate(() => session.refresh().then(() => {}));
      const codes = (await eventsOf(page, "cookie-refused")).map(({ detail }) => detail.error.code);
      assert.deepEqual(codes, ["cookie-refused"]);
      assert.ok((await portal.control.log()).every(({ cookie }) => !cookie));
      const reads = (await portal.control.requests("GET", SESSION)).map(({ bearer }) => bearer);
      assert.deepEqual(reads.slice(0, 2), [false, false], "first with the cookie alone");
      assert.ok(reads.length > 2 && reads.slice(2).every((bearer) => bearer), "then with the token");

      // The reloaded page does not have the token.
      await reload(page);
      const after = await known(page);
      assert.deepEqual([after.status, after.reason, after.error], ["unauthenticated", "no-session", null]);
    },
  );

  scenario("from another site a sign-out ends the session, and the page drops its token", async (given) => {
    const { page, portal } = await openFront(given, FRONT);
    await signIn(page, "ada");
    await until("a read with the token", async () =>
      (await portal.control.requests("GET", SESSION)).some(({ bearer }) => bearer),
    );
    await portal.control.clearLog();
    await logout(page);
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.equal((await portal.control.requests("POST", LOGOUT)).length, 1);
    assert.equal(await statusOf(page), 401);
    assert.ok((await portal.control.log()).every(({ bearer }) => !bearer));
  });

  scenario("from another site a session with a discarded token has ended", async (given) => {
    const { page, portal } = await openFront(given, FRONT, { token: "discard" });
    await signIn(page, "ada");
    await until("the end to be shown", async () => (await snapshotOf(page)).error?.code === "cookie-refused");
    const { status, reason, user } = await snapshotOf(page);
    assert.deepEqual([status, reason, user], ["unauthenticated", "ended", null]);
    assert.equal(await statusOf(page), 401);
    assert.ok((await portal.control.log()).every(({ bearer, cookie }) => !bearer && !cookie));
  });

  scenario(
    "on an origin that the deployment does not allow every gate is closed, and ready stays pending",
    async (given) => {
      const { page } = await openFront(given, FRONT, { allowed: false });
      await until("the failure to be shown", async () => (await snapshotOf(page)).error?.code === "network");
      assert.equal((await snapshotOf(page)).status, "unknown");
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
      assert.equal(
        await page.evaluate(() => Promise.race([session.ready.then(() => "ready"), "pending"])),
        "pending",
      );
    },
  );

  scenario("a Retry-After is read across origins", async (given) => {
    const { page, portal } = await openFront(given, NEIGHBOUR);
    const busy = { method: "GET", path: SESSION, times: 1, status: 503, headers: { "retry-after": "3" } };
    await portal.control.faults(busy);
    const { error } = await page.evaluate(() => bare.outcome(session.refresh()));
    assert.deepEqual([error.code, error.retryAfterMs], ["server-error", 3_000]);
  });
}
