import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { gatesOf, known, openBare, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { LOGIN, LOGOUT, SESSION, SSO_CONFIG } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const WORKSPACE = "/agent-hub-api/api/workspace";

const inWindow = { window: true };

/** What tells a page of its return, in the order in which Chromium does. */
const EARLY = ["resume", "visibilitychange", "pageshow"];

/** More than a browser repeats by itself on a connection that was lost. */
const A_WHILE = 50;

scenario(
  "a page that comes back from the cache is closed until the deployment has answered",
  inWindow,
  async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment);
    const before = await snapshotOf(page);
    await leave(page, deployment);
    await control.faults({ method: "GET", path: SESSION, times: 2, delay_ms: 400 });
    await comeBack(page);
    assert.equal((await snapshotOf(page)).status, "unknown");
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    await until("the answer", async () => (await snapshotOf(page)).status === "authenticated");
    assert.deepEqual(await snapshotOf(page), before);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(before.features));
  },
);

for (const type of ["visibilitychange", "pagehide"])
  scenario(`what is saved on ${type} leaves with the page`, inWindow, async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openSignedIn(context, deployment);
    await page.evaluate(
      ([type, path]) =>
        addEventListener(type, () => {
          if (type === "visibilitychange" && document.visibilityState !== "hidden") return;
          session.fetch(path, { method: "POST", body: "{}", keepalive: true }).catch(() => {});
        }),
      [type, WORKSPACE],
    );
    await deployment.control.clearLog();
    await leave(page, deployment);
    await until("the save", async () => (await deployment.control.requests("POST", WORKSPACE)).length === 1);
  });

scenario(
  "a request that waits for the module as the page is kept is answered once it is back, for the same person",
  inWindow,
  async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openBare(context, deployment, { idle: true, before: noteReturns });
    const initial = await page.evaluate(async (credentials) => {
      const headers = { "content-type": "application/json" };
      await fetch("/api/auth/login", { method: "POST", headers, body: JSON.stringify(credentials) });
      return fetch("/api/auth/session").then((answer) => answer.json());
    }, credentialsOf("ada"));
    await page.evaluate(async (initial) => {
      const { wasm, release } = await bare.holdModule();
      globalThis.release = release;
      globalThis.session = bare.start({ wasm, initial }).session;
      globalThis.identity = session.identity;
      globalThis.asked = session.fetch("/api/auth/permissions").then(({ status }) => status, bare.plainError);
    }, initial);
    await leave(page, deployment);
    await comeBack(page);
    const [status, isSame] = await page.evaluate(async () => {
      release();
      return [await asked, session.identity === identity];
    });
    assert.deepEqual([status, isSame], [200, true]);
  },
);

scenario(
  "nobody on a page that comes back finds a gate open before the answer, however early they look",
  inWindow,
  async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment);
    await leave(page, deployment);
    await control.faults({ method: "GET", path: SESSION, times: A_WHILE, drop: "hang" });
    const looks = await comeBack(page);
    await control.clearFaults();
    assert.deepEqual(
      looks.filter(({ open }) => open).map(({ when }) => when),
      [],
    );
    assert.ok(looks.some(({ when }) => when === "pageshow") && looks.some(({ when }) => when === "frame"));
  },
);

scenario(
  "a page that comes back reads the session once, even where it wants no read on focus",
  inWindow,
  async ({ context, deployment, control }) => {
    for (const onFocus of [true, false]) {
      // The look that comes with the return may come after its answer: by default it is worth no second read then.
      const revalidate = onFocus ? {} : { onFocus, minIntervalMs: 0 };
      const page = await openSignedIn(context, deployment, { revalidate });
      await leave(page, deployment);
      await control.clearLog();
      await comeBack(page);
      await until("the answer", async () => (await snapshotOf(page)).status === "authenticated");
      await pause(page);
      assert.equal((await control.requests("GET", SESSION)).length, 1, `onFocus: ${onFocus}`);
      await page.close();
    }
  },
);

for (const [who, ends] of [
  ["grace", { errors: Array(EARLY.length).fill("superseded"), posts: 0 }],
  ["ada", { errors: Array(EARLY.length).fill(null), posts: EARLY.length }],
]) {
  scenario(
    `what Ada's page asks for as it comes back is sent for her alone: it finds ${who}`,
    inWindow,
    async ({ context, deployment, control }) => {
      const page = await openSignedIn(context, deployment, { tabs: false });
      await page.evaluate(
        ([path, early]) => {
          globalThis.asked = [];
          const ask = ({ type }) => {
            if (type === "resume" || !document.hidden)
              asked.push(bare.outcome(session.fetch(path, { method: "POST", body: "{}" })));
          };
          for (const type of early) (type === "pageshow" ? window : document).addEventListener(type, ask);
        },
        [WORKSPACE, EARLY],
      );
      await leave(page, deployment);
      await post(page, LOGIN, credentialsOf(who));
      await control.clearLog();
      await comeBack(page);
      const outcomes = await page.evaluate(() => Promise.all(asked));
      const posts = (await control.requests("POST", WORKSPACE)).length;
      assert.deepEqual({ errors: outcomes.map(({ error }) => error?.code ?? null), posts }, ends);
    },
  );
}

scenario(
  "a session that was ended meanwhile does not come back with the page",
  inWindow,
  async ({ context, deployment }) => {
    // Without a channel: the browser lets go of a page in the cache that a message reaches.
    const page = await openSignedIn(context, deployment, { tabs: false });
    const leaving = (await snapshotsOf(page)).length;
    await leave(page, deployment);
    await post(page, LOGOUT);
    await comeBack(page);
    await until("the answer", async () => (await snapshotOf(page)).status === "unauthenticated");
    const { reason, user } = await snapshotOf(page);
    assert.deepEqual([reason, user], ["ended", null]);
    const since = (await snapshotsOf(page)).slice(leaving);
    assert.ok(since.every(({ status }) => status !== "authenticated"));
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  },
);

scenario(
  "whoever has signed in meanwhile is shown, and never the one before",
  inWindow,
  async ({ context, deployment }) => {
    const page = await openSignedIn(context, deployment, { tabs: false });
    const leaving = (await snapshotsOf(page)).length;
    await leave(page, deployment);
    await post(page, LOGIN, credentialsOf("grace"));
    await comeBack(page);
    await until("the answer", async () => (await snapshotOf(page)).status === "authenticated");
    const { user, features } = await snapshotOf(page);
    assert.equal(user.email, ACCOUNTS.grace.email);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    const since = (await snapshotsOf(page)).slice(leaving);
    assert.ok(since.every((each) => each.user === null || each.user.email === ACCOUNTS.grace.email));
  },
);

scenario(
  "a page that left while it signed out is signed out when it comes back",
  inWindow,
  async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment);
    await control.faults({ method: "POST", path: LOGOUT, times: 1, delay_ms: 300 });
    await page.evaluate(() => {
      session.logout().catch(() => {});
    });
    // From the signed-out page on, which is shown already.
    const leaving = (await snapshotsOf(page)).length - 1;
    await leave(page, deployment);
    await until("the cookie to go", async () => (await context.cookies(deployment.origin)).length === 0);
    await comeBack(page);
    const { status, reason } = await snapshotOf(page);
    assert.deepEqual([status, reason], ["unauthenticated", "signed-out"]);
    await pause(page);
    const since = (await snapshotsOf(page)).slice(leaving);
    assert.ok(since.every(({ user }) => user === null));
    await page.reload();
    assert.equal((await known(page)).status, "unauthenticated");
  },
);

scenario(
  "a page that comes back while the deployment is down stays closed, and opens by itself once it is up",
  inWindow,
  async ({ context, deployment, control }) => {
    const page = await openSignedIn(context, deployment);
    const before = await snapshotOf(page);
    await leave(page, deployment);
    await control.faults({ method: "GET", path: SESSION, times: A_WHILE, status: 503 });
    await comeBack(page);
    const { status } = await until("the failure to be told", async () => {
      const snapshot = await snapshotOf(page);
      return snapshot.error && snapshot;
    });
    assert.equal(status, "unknown");
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    await control.clearFaults();
    await until("the session to be known", async () => (await snapshotOf(page)).status === "authenticated");
    assert.deepEqual(await snapshotOf(page), before);
  },
);

scenario(
  "a page that another tab's word would reach in the cache is loaded anew, and right",
  inWindow,
  async ({ context, deployment }) => {
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
  },
);

scenario(
  "a page that left before its module was there comes back closed, and begins with what is true by then",
  inWindow,
  async ({ context, deployment, control }) => {
    for (const initial of [false, true]) {
      const page = await openBare(context, deployment, { idle: true, before: noteReturns });
      await post(page, LOGIN, credentialsOf("ada"));
      await page.evaluate(startBeforeModule, initial);
      await until("what is known without the module", async () => (await snapshotOf(page)).user !== null);
      const leaving = (await snapshotsOf(page)).length;
      await leave(page, deployment);
      await post(page, LOGIN, credentialsOf("grace"));
      await control.clearLog();
      const looks = await comeBack(page);
      assert.ok(looks.some(({ when }) => when === "pageshow") && looks.some(({ when }) => when === "frame"));
      assert.ok(
        looks.every(({ when, open }) => !open || when === "frame"),
        JSON.stringify(looks),
      );
      await pause(page);
      assert.deepEqual(await control.requests("GET", SESSION), [], "who is there, the engine asks");
      await page.evaluate(() => releaseModule());
      const { user } = await known(page);
      assert.equal(user.email, ACCOUNTS.grace.email);
      const since = (await snapshotsOf(page)).slice(leaving);
      assert.ok(since.every((each) => each.user === null || each.user.email === ACCOUNTS.grace.email));
      assert.equal((await control.requests("GET", SESSION)).length, 1);
      await page.close();
    }
  },
);

scenario(
  "a single sign-on that still waits for the deployment as its page is left leads nobody away who comes back",
  inWindow,
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment, { before: noteReturns });
    await known(page);
    await page.evaluate((path) => {
      const real = fetch;
      const config = { enabled: true, buttonLabel: "Sign in" };
      globalThis.fetch = (input, init) =>
        String(input).endsWith(path)
          ? new Promise((resolve) => {
              globalThis.releaseConfig = () => resolve(Response.json(config));
            })
          : real(input, init);
      globalThis.started = bare.outcome(session.sso.start());
    }, SSO_CONFIG);
    await until("the question", () => page.evaluate(() => globalThis.releaseConfig !== undefined));
    await leave(page, deployment);
    await comeBack(page);
    const { error } = await page.evaluate(() => {
      releaseConfig();
      return started;
    });
    assert.equal(error.code, "superseded");
  },
);

scenario(
  "what the demo shows of a session is hidden in the first frame of its return",
  { window: true, site: "demo" },
  async ({ context, deployment, control }) => {
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
    // So that the first frame comes before the answer, on a machine that is busy too.
    await control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: 1_000 });
    await page.goBack({ waitUntil: "commit" });
    await until("the return", () => page.evaluate(() => globalThis.returned !== undefined));
    assert.deepEqual(await page.evaluate(() => returned), { persisted: true, shown: 0 });
    await waitForDemo(page, { status: "authenticated" });
  },
);

/** A page, signed in as Ada, that notes at each moment of its return whether a gate stands open. */
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

/** In the page: starts a session whose module arrives when `releaseModule` is called; with `initial`, it shows one at once. */
async function startBeforeModule(withInitial) {
  const { wasm, release } = await bare.holdModule();
  globalThis.releaseModule = release;
  const initial = withInitial ? await (await fetch("/api/auth/session")).json() : undefined;
  globalThis.seen = bare.start({ wasm, initial });
  globalThis.session = seen.session;
}

/** Goes on to another page of the deployment, one without a session. */
const leave = (page, { origin }) => page.goto(`${origin}/bare.html?idle`);

/** Goes back, makes sure that it is the very page that was left, and tells what was noted on its return. */
async function comeBack(page) {
  await page.goBack({ waitUntil: "commit" });
  await until("the page that was left, from the cache", () =>
    page.evaluate(() => globalThis.looks?.some(({ when }) => when === "frame")),
  );
  // Of the going there is one more look, at the page as it is hidden.
  return page.evaluate(() => looks.filter(({ when }) => when !== "visibilitychange hidden"));
}

/** Asks the deployment for something in the name of a page without a session. */
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
