import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { gatesOf, known, openBare, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { LOGIN, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const WORKSPACE = "/agent-hub-api/api/workspace";

const inWindow = { window: true };

/** The events of a return from the cache, in the order of Chromium. */
const RETURN_EVENTS = ["resume", "visibilitychange", "pageshow"];

test(
  "a page that returns from the cache has every gate closed, at any moment, until its one read is answered",
  scenario(inWindow, async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment);
    const before = await snapshotOf(page);
    await leave(page, deployment);
    await control.clearLog();
    await control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 1_000 });
    const looks = await goBackTo(page);
    assert.equal((await snapshotOf(page)).status, "unknown");
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    assert.deepEqual(
      looks.filter(({ open }) => open),
      [],
    );
    for (const moment of ["pageshow", "frame"])
      assert.ok(
        looks.some(({ when }) => when === moment),
        moment,
      );
    await until("the answer", async () => (await snapshotOf(page)).status === "authenticated");
    assert.deepEqual(await snapshotOf(page), before);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features));
    await pause(page);
    assert.equal((await control.requests("GET", SESSION)).length, 1);
  }),
);

test(
  "requests with keepalive on visibilitychange and on pagehide are sent as the page is left",
  scenario(inWindow, async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openSignedIn(context, deployment);
    await page.evaluate((path) => {
      const save = (name) =>
        session.fetch(`${path}?${name}`, { method: "POST", body: "{}", keepalive: true }).catch(() => {});
      addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save("hidden"));
      addEventListener("pagehide", () => save("pagehide"));
    }, WORKSPACE);
    await deployment.control.clearLog();
    await leave(page, deployment);
    const saves = async () => (await deployment.control.requests("POST", WORKSPACE)).length;
    await until("both saves", async () => (await saves()) === 2);
  }),
);

for (const [who, ends] of [
  ["grace", { errors: Array(RETURN_EVENTS.length).fill("superseded"), posts: 0 }],
  // The second sign-in has ended the page's token: each request is refused once, and sent again.
  ["ada", { errors: Array(RETURN_EVENTS.length).fill(null), posts: 2 * RETURN_EVENTS.length }],
]) {
  test(
    `requests that Ada's page makes as it returns are sent for her alone: it finds ${who}`,
    scenario(inWindow, async ({ context, deployment, control }) => {
      const page = await openSignedIn(context, deployment, { tabs: false });
      await page.evaluate(
        ([path, events]) => {
          globalThis.calls = [];
          const call = ({ type }) => {
            if (type === "resume" || !document.hidden)
              calls.push(bare.outcome(session.fetch(path, { method: "POST", body: "{}" })));
          };
          for (const type of events) (type === "pageshow" ? window : document).addEventListener(type, call);
        },
        [WORKSPACE, RETURN_EVENTS],
      );
      await leave(page, deployment);
      await post(page, LOGIN, credentialsOf(who));
      await control.clearLog();
      await goBackTo(page);
      const outcomes = await page.evaluate(() => Promise.all(calls));
      const posts = (await control.requests("POST", WORKSPACE)).length;
      assert.deepEqual({ errors: outcomes.map(({ error }) => error?.code ?? null), posts }, ends);
    }),
  );
}

// auth0/auth0-react#562: the Back button after a sign-out.
for (const [what, path, body, email] of [
  ["has ended", LOGOUT, undefined, undefined],
  ["is another user's", LOGIN, credentialsOf("grace"), ACCOUNTS.grace.email],
]) {
  test(
    `a page that returns to a session that ${what} by then never shows its previous user`,
    scenario(inWindow, async ({ context, deployment }) => {
      // Without a channel: the browser drops a page from the cache that a message reaches.
      const page = await openSignedIn(context, deployment, { tabs: false });
      const leaving = (await snapshotsOf(page)).length;
      await leave(page, deployment);
      await post(page, path, body);
      await goBackTo(page);
      await until("the answer", async () => (await snapshotOf(page)).status !== "unknown");
      const { user, features, reason } = await snapshotOf(page);
      assert.deepEqual([user?.email, reason], [email, email ? null : "ended"]);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
      const since = (await snapshotsOf(page)).slice(leaving);
      assert.ok(since.every((each) => each.user === null || each.user.email === email));
    }),
  );
}

test(
  "a page that another tab's message would reach in the cache is loaded again, and shows the present session",
  scenario(inWindow, async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment);
    const other = await openBare(context, deployment);
    await known(other);
    await leave(page, deployment);
    await other.evaluate(() => session.logout());
    await page.goBack({ waitUntil: "commit" });
    await page.waitForFunction(() => globalThis.session, null, { timeout: 5_000 });
    const { status, reason } = await known(page);
    assert.deepEqual([status, reason], ["unauthenticated", "no-session"]);
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  }),
);

test(
  "the demo hides a session's content in the first frame of its return",
  scenario({ window: true, site: "demo" }, async ({ context, deployment, control }) => {
    const page = await openDemo(context, deployment);
    await signInDemo(page, "root");
    await page.evaluate(() => {
      globalThis.returned = new Promise((resolve) => {
        addEventListener("pageshow", ({ persisted }) => {
          const shown = () =>
            [...document.querySelectorAll('[data-testid$="-content"]')].filter((each) =>
              each.checkVisibility(),
            ).length;
          requestAnimationFrame(() => resolve({ persisted, shown: shown() }));
        });
      });
    });
    assert.ok(Object.values(await demoGatesOf(page)).some(({ can }) => can));
    await page.goto(`${deployment.origin}/?elsewhere`);
    await waitForDemo(page, { status: "authenticated" });
    // The answer is late, so that the first frame comes before it even on a busy machine.
    await control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 1_000 });
    await page.goBack({ waitUntil: "commit" });
    await until("the return", () => page.evaluate(() => globalThis.returned !== undefined));
    assert.deepEqual(await page.evaluate(() => returned), { persisted: true, shown: 0 });
    await waitForDemo(page, { status: "authenticated" });
  }),
);

/** Opens a page, signed in as Ada, that notes at each moment of its return whether a gate is open. */
async function openSignedIn(context, deployment, options) {
  const page = await openBare(context, deployment, { options, before: noteReturns });
  await signIn(page, "ada");
  return page;
}

function noteReturns() {
  const looks = [];
  globalThis.looks = looks;
  const look = (when) => {
    const gates = globalThis.session?.permissions;
    looks.push({ when, open: gates?.can("chat-history") || Object.keys(gates?.features ?? {}).length > 0 });
  };
  for (const type of ["resume", "visibilitychange"]) {
    document.addEventListener(type, () => look(`${type} ${document.visibilityState}`));
  }
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    look("pageshow");
    requestAnimationFrame(() => look("frame"));
  });
  addEventListener("pagehide", () => {
    looks.length = 0;
  });
}

/** Goes to a page of the deployment without a session. */
const leave = (page, { origin }) => page.goto(`${origin}/bare.html?idle`);

/** Goes back, makes sure that the page is from the cache, and returns what it noted on its return. */
async function goBackTo(page) {
  await page.goBack({ waitUntil: "commit" });
  await until("the page that was left, from the cache", () =>
    page.evaluate(() => globalThis.looks?.some(({ when }) => when === "frame")),
  );
  // The first look is of the page as it is hidden, on the way out.
  return page.evaluate(() => looks.filter(({ when }) => when !== "visibilitychange hidden"));
}

/** Sends a request from a page without a session. */
async function post(page, path, body) {
  const status = await page.evaluate(
    async ([address, json]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(address, { method: "POST", headers, body: JSON.stringify(json) })).status;
    },
    [path, body],
  );
  assert.equal(status, 200);
}
