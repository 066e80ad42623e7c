// What users of other session clients suffered from, each in a browser from end to end. The other files hold the rules
// behind these; here each story is told as it was reported.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import {
  eventsOf,
  gatesOf,
  known,
  login,
  logout,
  openBare,
  refresh,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "../support/bare-page.mjs";
import { HOUR_MS, shiftableClocks, shiftClocks, wake } from "../support/clocks.mjs";
import { demoGatesOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { accountOnTheWire, answering, LOGIN, SESSION, sessionBody } from "../support/identity-api.mjs";
import { goOffline, goOnline, pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const WASM = "/pkg/wasm/platform_session_bg.wasm";

/** More than a browser repeats by itself on a connection that was lost. */
const A_WHILE = 50;

const granted = {
  "chat-history": { enabled: true, limit: null },
  "report-analysis": { enabled: true, limit: null },
};

// nextauthjs/next-auth#9139, supabase/auth-js#141, firebase-js-sdk#7118
scenario("one network error signs nobody out", async ({ context, deployment, control }) => {
  const options = { revalidate: { minIntervalMs: 0 } };
  const page = await openBare(context, deployment, { options });
  const before = await signIn(page, "ada");
  for (const fail of [
    () => goOffline(context, page),
    () => control.faults({ method: "GET", path: SESSION, times: A_WHILE, drop: "before-headers" }),
    () => control.faults({ method: "GET", path: SESSION, times: A_WHILE, drop: "mid-body" }),
    () => control.faults({ method: "GET", path: SESSION, times: A_WHILE, status: 504 }),
  ]) {
    await fail();
    const { error } = await refresh(page);
    assert.deepEqual(await snapshotOf(page), { ...before, stale: true, error });
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features));
    await control.clearFaults();
    await goOnline(context, page);
    await wake(page);
    await until("the session to be fresh again", async () => !(await snapshotOf(page)).stale);
  }
  assert.deepEqual(await snapshotOf(page), before);
  assert.deepEqual(await eventsOf(page, "signed-out"), []);
  assert.ok((await snapshotsOf(page)).slice(2).every(({ status }) => status === "authenticated"));
});

// better-auth#8595
scenario(
  "the previous user's role is not seen after signing in again",
  async ({ context, deployment, control }) => {
    const ada = await accountOnTheWire(deployment, "ada");
    const page = await openBare(context, deployment);
    await signIn(page, "root");
    assert.equal(
      await page.evaluate(() => session.roles().then(() => session.atLeast("administrator"))),
      true,
    );
    // Answers about the one before are still on their way as she signs in.
    const slow = { method: "GET", times: 1, delay_ms: 400 };
    await control.faults(...[SESSION, "/api/auth/permissions"].map((path) => ({ ...slow, path })));
    await page.evaluate(() => {
      globalThis.older = [session.refresh(), session.permissions.refresh()].map(bare.outcome);
    });
    await until("them to be on their way", async () => (await control.requests("GET", SESSION)).length > 0);
    await logout(page);
    const since = (await snapshotsOf(page)).length;
    await login(page, credentialsOf("ada"));
    assert.equal(await page.evaluate(() => session.atLeast("administrator")), false);
    await page.evaluate(() => Promise.all(older));
    await pause(page, 450);
    const { value } = await refresh(page);
    assert.deepEqual([value.user.userType, value.features], [ACCOUNTS.ada.role, ada.features]);
    for (const { user, features } of (await snapshotsOf(page)).slice(since)) {
      assert.deepEqual([user.userType, features], [ACCOUNTS.ada.role, ada.features]);
    }
    assert.equal(
      await page.evaluate(() => session.roles().then(() => session.atLeast("administrator"))),
      false,
    );
  },
);

// auth0-react#562
for (const tabs of [true, false]) {
  scenario(
    `the Back button after a sign-out does not bring the application back, with tabs ${tabs ? "on" : "off"}`,
    { window: true },
    async ({ context, deployment }) => {
      const page = await openBare(context, deployment, { options: { tabs }, before: noteStatuses });
      await signIn(page, "ada");
      await page.goto(`${deployment.origin}/bare.html?options=${JSON.stringify({ tabs })}&elsewhere`);
      assert.equal((await known(page)).status, "authenticated");
      await logout(page);
      await page.goBack({ waitUntil: "commit" });
      await until("the page before to know", async () =>
        page.evaluate(() => globalThis.session?.snapshot.status === "unauthenticated"),
      );
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
      const statuses = await page.evaluate(() => globalThis.sinceReturn);
      assert.ok(!statuses.includes("authenticated"), statuses.join(", "));
    },
  );
}

scenario(
  "the Back button after a sign-out does not bring the demo back",
  { site: "demo", window: true },
  async ({ context, deployment }) => {
    const page = await openDemo(context, deployment);
    await signInDemo(page, "root");
    await page.goto(`${deployment.origin}/?elsewhere`);
    await waitForDemo(page, { status: "authenticated" });
    await page.getByTestId("sign-out").click();
    await waitForDemo(page, { status: "unauthenticated", reason: "signed-out" });
    await page.goBack({ waitUntil: "commit" });
    await waitForDemo(page, { status: "unauthenticated" });
    assert.deepEqual(await demoGatesOf(page), closedGates("denied"));
    assert.equal(await page.getByTestId("user-name").textContent(), "");
  },
);

// next-auth#10244
scenario(
  "one session call a load, however many components subscribe",
  async ({ context, deployment, control }) => {
    const earlier = await openBare(context, deployment);
    await signIn(earlier, "ada");
    await earlier.close();
    await control.clearLog();
    const page = await openBare(context, deployment, { idle: true });
    const heard = await page.evaluate(async () => {
      globalThis.seen = bare.start({});
      globalThis.session = seen.session;
      let heard = 0;
      for (let component = 0; component < 200; component++) {
        session.subscribe(() => heard++);
        session.permissions.subscribe(() => heard++);
        session.permissions.feature(`feature-${component % 20}`).subscribe(() => heard++);
        session.permissions.can("chat-history");
        session.ready.then(() => heard++);
      }
      dispatchEvent(new Event("focus"));
      await session.ready;
      for (const type of ["focus", "online"]) dispatchEvent(new Event(type));
      document.dispatchEvent(new Event("visibilitychange"));
      return heard;
    });
    assert.ok(heard >= 1_000);
    await pause(page);
    assert.equal((await control.requests("GET", SESSION)).length, 1);
    assert.equal((await control.log()).length, 1, "and nothing else");
  },
);

scenario(
  "one session call for a load of the demo, with all its components",
  { site: "demo" },
  async ({ context, another }) => {
    // Where the role catalogue, which the demo shows, takes the cookie too.
    const deployment = await another("demo", ["--bearer", "cookie"]);
    const page = await openDemo(context, deployment);
    await signInDemo(page, "ada");
    await deployment.control.clearLog();
    await page.reload();
    await waitForDemo(page, { status: "authenticated" });
    await pause(page);
    assert.equal((await deployment.control.requests("GET", SESSION)).length, 1);
  },
);

// oidc-client-ts#251
for (const [what, mono] of [
  ["ran on", 8 * HOUR_MS],
  ["stood still", 0],
]) {
  scenario(
    `after a night's sleep, in which the monotonic clock ${what}, the session is read again, network or not`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment, { before: shiftableClocks });
      const before = await signIn(page, "ada");
      await goOffline(context, page);
      await shiftClocks(page, { wall: 8 * HOUR_MS, mono });
      // The network comes back later than the screen.
      await wake(page);
      await pause(page, 60);
      assert.deepEqual([await statusOf(page), await eventsOf(page, "signed-out")], ["authenticated", []]);
      await control.account(ACCOUNTS.ada.email, { role: "expert" });
      await goOnline(context, page);
      await until("what changed in the night", async () => {
        return (await snapshotOf(page)).user.userType === "expert";
      });
      const { status, user, stale } = await snapshotOf(page);
      assert.deepEqual([status, user.id, stale], ["authenticated", before.user.id, false]);
    },
  );
}

// supabase-js#2344
scenario(
  "a start-up during which the deployment hangs holds nobody up for ever",
  async ({ context, deployment, control }) => {
    await control.faults({ method: "GET", path: SESSION, times: 1, drop: "hang" });
    const page = await openBare(context, deployment, { options: { timeoutMs: 800 } });
    const underWay = page.evaluate(() =>
      Promise.all([session.refresh(), session.refresh(), session.sso.config()].map(bare.outcome)),
    );
    const [one, two, config] = await underWay;
    for (const each of [one, two])
      assert.equal(each.value?.status, "unauthenticated", "by a read of their own");
    assert.equal(config.value.enabled, false, "who asks for something else waits for nobody");
    assert.equal((await known(page)).status, "unauthenticated");
  },
);

scenario(
  "a sign-in during a start-up that hangs is answered, and is what the page is ready with",
  async ({ context, deployment, control }) => {
    await control.faults({ method: "GET", path: SESSION, times: 1, drop: "hang" });
    const page = await openBare(context, deployment);
    const { value } = await login(page, credentialsOf("ada"));
    assert.equal(value.user.email, ACCOUNTS.ada.email);
    assert.equal((await known(page)).user.email, ACCOUNTS.ada.email);
    assert.equal((await refresh(page)).value.user.email, ACCOUNTS.ada.email);
  },
);

scenario("one tab whose start-up hangs holds no other tab up", async ({ context, deployment, control }) => {
  await control.faults({ method: "GET", path: SESSION, times: 1, drop: "hang" });
  const hung = await openBare(context, deployment);
  await until("it to hang", async () => (await control.requests("GET", SESSION)).length === 1);
  const page = await openBare(context, deployment);
  assert.equal((await known(page)).status, "unauthenticated");
  assert.equal((await signIn(page, "ada")).status, "authenticated");
  await until("the one that hung to hear of it", async () => (await statusOf(hung)) === "authenticated");
});

scenario(
  "calls made while the module is slow to come are answered once it is there, in the order of the calls",
  async ({ context, deployment, control }) => {
    await control.faults({ method: "GET", path: WASM, times: 1, delay_ms: 300 });
    const page = await openBare(context, deployment, { idle: true });
    const ended = await page.evaluate(
      ([ada, grace]) => {
        globalThis.seen = bare.start({});
        globalThis.session = seen.session;
        const calls = [session.login(ada), session.logout(), session.login(grace)];
        return Promise.all(calls.map(bare.outcome));
      },
      [credentialsOf("ada"), credentialsOf("grace")],
    );
    assert.deepEqual(
      ended.map(({ error, value }) => error?.code ?? value.user.email),
      ["superseded", "superseded", ACCOUNTS.grace.email],
    );
    assert.equal((await refresh(page)).value.user.email, ACCOUNTS.grace.email);
  },
);

scenario(
  "a module that never comes holds no call up for ever, and leaves no gate open",
  async ({ context, deployment, control }) => {
    const earlier = await openBare(context, deployment);
    await signIn(earlier, "ada");
    await earlier.close();
    await control.faults({ method: "GET", path: WASM, times: 1, drop: "hang" });
    const soon = () => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 20);
    };
    const page = await openBare(context, deployment, { before: soon });
    await until("the first answer", async () => (await statusOf(page)) === "authenticated");
    const { error } = await until("the call to end", () =>
      page.evaluate(() => {
        globalThis.given ??= bare.outcome(session.refresh());
        return Promise.race([given, new Promise((resolve) => setTimeout(resolve, 50))]);
      }),
    );
    assert.equal(error.code, "wasm-unavailable");
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    assert.equal((await refresh(page)).value.user.email, ACCOUNTS.ada.email, "the next call begins anew");
  },
);

// CVE-2026-73421
scenario(
  "a body that comes with a 500 never becomes a session, at load, at a read or at a sign-in",
  async ({ context, deployment, control }) => {
    const session = sessionBody(granted);
    const signedIn = { success: true, access_token: "token", user: { ...session.user, token: "token" } };
    for (const status of [500, 203]) {
      await control.faults(
        answering("GET", SESSION, session, { status, times: A_WHILE }),
        answering("POST", LOGIN, signedIn, { status, times: A_WHILE }),
        answering("GET", "/api/auth/permissions", permissionsBody(granted), { status, times: A_WHILE }),
      );
      const page = await openBare(context, deployment);
      await until("the failure to be told", async () => (await snapshotOf(page)).error);
      const outcomes = await page.evaluate(async (credentials) => {
        const calls = [session.refresh(), session.permissions.refresh()];
        const reads = await Promise.all(calls.map(bare.outcome));
        return [...reads, await bare.outcome(session.login(credentials))].map(({ error }) => error?.name);
      }, credentialsOf("ada"));
      assert.deepEqual(outcomes, ["SessionError", "SessionError", "SessionError"], `${status}`);
      const all = await snapshotsOf(page);
      assert.ok(
        all.every(({ status, user }) => status === "unknown" && user === null),
        `${status}`,
      );
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
      assert.deepEqual(await eventsOf(page, "signed-in"), []);
      await control.clearFaults();
      assert.equal((await refresh(page)).value.status, "unauthenticated");
      await page.close();
    }
  },
);

const permissionsBody = (features) => ({ success: true, data: { user_type: "default", features } });

const statusOf = async (page) => (await snapshotOf(page)).status;

/** Notes which status the session shows in each frame since the page was loaded, or come back to. */
function noteStatuses() {
  addEventListener("pageshow", () => {
    const statuses = [];
    globalThis.sinceReturn = statuses;
    const look = () => {
      const status = globalThis.session?.snapshot.status;
      if (status) statuses.push(status);
      if (globalThis.sinceReturn === statuses) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
