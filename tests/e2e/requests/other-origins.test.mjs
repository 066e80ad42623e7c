// Front ends on another origin than the deployment's: of the same site, of another site whose cookies the browser keeps
// or refuses, and in a frame.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, openBare, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { AGENTS, LOGIN, LOGOUT, ROLES, SESSION } from "../support/identity-api.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

// Names below .localhost are this machine's, and as good as https to a browser; the last two labels are the site.
const FRONT = ({ port }) => `http://app.front.localhost:${port}`;
const PORTAL = ({ port }) => `http://portal.example.localhost:${port}`;
const NEIGHBOUR = ({ port }) => `http://app.example.localhost:${port}`;

// The policy that a deployment sends with its own site lets a page ask no other host.
const bypassing = { context: { bypassCSP: true } };

/** A deployment that has its cookie sent by pages of other sites too; the reference deployment's is SameSite=Lax. */
const forOtherSites = (headers) => ({
  ...headers,
  ...(headers["set-cookie"] && {
    "set-cookie": headers["set-cookie"].map((cookie) =>
      cookie.replace("SameSite=Lax", "SameSite=None; Secure"),
    ),
  }),
});

/** And one whose pages may be framed. */
const framed = ({ "content-security-policy": _, ...headers }) => headers;

/** Opens the page at `front`, with a session of the deployment at `baseUrl`. */
async function openFront(context, front, baseUrl, options = {}) {
  const page = await openBare(context, { origin: front }, { options: { ...options, baseUrl } });
  await page.evaluate(() => session.ready);
  return page;
}

/** Signs Ada in, and waits until the read that confirms it has been answered. */
const signInThere = (page) =>
  page.evaluate(async (credentials) => {
    await session.login(credentials);
    await session.refresh();
  }, credentialsOf("ada"));

/** Everything that a page asks for after a sign-in, as outcomes. */
const useOf = (page) =>
  page.evaluate(async (agents) => {
    const ask = async (call) => (await bare.outcome(call)).error?.code ?? "taken";
    const posted = session.fetch("/agent-hub-api/api/workspace", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "x" }),
    });
    return {
      roles: await ask(session.roles()),
      permissions: await ask(session.permissions.refresh()),
      fetch: (await session.fetch(agents)).status,
      // Ada's role has not the capability: an answer that the page may read.
      post: (await posted).status,
      expert: session.atLeast("expert"),
      default: session.atLeast("default"),
    };
  }, AGENTS);

const USED = { roles: "taken", permissions: "taken", fetch: 200, post: 403, expert: false, default: true };

for (const bearer of BEARER_WAYS) {
  scenario(
    `on another origin of the same site the cookie carries the session (--bearer ${bearer})`,
    bypassing,
    async (given) => {
      const { context, deployment: front } = given;
      const portal = await given.another("bare", ["--bearer", bearer, "--allowed-origin", NEIGHBOUR(front)]);
      const page = await openFront(context, NEIGHBOUR(front), PORTAL(portal));
      await signInThere(page);
      assert.equal((await snapshotOf(page)).user.email, ACCOUNTS.ada.email);
      assert.deepEqual(await useOf(page), USED);
      assert.deepEqual(await eventsOf(page, "cookie-refused"), []);
      const reads = await portal.control.requests("GET", SESSION);
      assert.ok(reads.every(({ bearer: sent }) => !sent) && reads.at(-1).cookie);

      await page.reload();
      assert.equal(await page.evaluate(async () => (await session.ready).user?.email), ACCOUNTS.ada.email);
      await page.evaluate(() => session.logout());
      await page.reload();
      assert.equal(await page.evaluate(async () => (await session.ready).reason), "no-session");
    },
  );

  for (const [what, rewrite, thirdPartyCookies] of [
    ["whose cookie is SameSite=Lax", undefined, "keep"],
    ["in a browser that blocks third-party cookies", forOtherSites, "block"],
  ]) {
    const settings = { ...bypassing, thirdPartyCookies };

    scenario(
      `from another site, ${what}, a held token carries the session (--bearer ${bearer})`,
      settings,
      async (given) => {
        await withPortal(given, bearer, rewrite, async ({ context, front, portal, control, bearers }) => {
          const page = await openFront(context, front, portal);
          await signInThere(page);
          await until(
            "the refusal to be told",
            async () => (await eventsOf(page, "cookie-refused")).length > 0,
          );
          const snapshot = await snapshotOf(page);
          assert.deepEqual([snapshot.status, snapshot.error, snapshot.stale], ["authenticated", null, false]);
          assert.deepEqual(await useOf(page), USED);
          await page.evaluate(() => session.refresh());
          const [{ detail }, ...more] = await eventsOf(page, "cookie-refused");
          assert.deepEqual([detail.error.code, more], ["cookie-refused", []]);
          const log = await control.log();
          assert.ok(
            log.every(({ cookie }) => !cookie),
            "no cookie was sent, ever",
          );
          for (const path of [AGENTS, ROLES]) {
            assert.ok(log.some((entry) => entry.path === path && entry.bearer));
          }
          const reads = (await control.requests("GET", SESSION)).map((entry) => entry.bearer);
          assert.deepEqual(reads.slice(0, 2), [false, false], "the cookie is asked first");
          assert.ok(reads.length > 2 && reads.slice(2).every((sent) => sent), "and then the token");
          assert.ok(bearers() > 0);

          // It lives in this page, and in no other.
          await page.reload();
          const after = await page.evaluate(() => session.ready.then(bare.plain));
          assert.deepEqual(
            [after.status, after.reason, after.error],
            ["unauthenticated", "no-session", null],
          );
        });
      },
    );

    scenario(
      `from another site, ${what}, a sign-out ends it (--bearer ${bearer})`,
      settings,
      async (given) => {
        await withPortal(given, bearer, rewrite, async ({ context, front, portal, control }) => {
          const page = await openFront(context, front, portal);
          await signInThere(page);
          await until(
            "the refusal to be told",
            async () => (await eventsOf(page, "cookie-refused")).length > 0,
          );
          await until("the token to be asked", async () =>
            (await control.requests("GET", SESSION)).some((read) => read.bearer),
          );
          await control.clearLog();
          await page.evaluate(() => session.logout());
          const { status, reason } = await snapshotOf(page);
          assert.deepEqual([status, reason], ["unauthenticated", "signed-out"]);
          assert.equal((await control.requests("POST", LOGOUT)).length, 1);
          const status401 = await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS);
          assert.equal(status401, 401, "the token is gone from the page");
          assert.ok((await control.log()).every(({ bearer: sent }) => !sent));
        });
      },
    );

    scenario(
      `from another site, ${what}, a session whose token is discarded has ended (--bearer ${bearer})`,
      settings,
      async (given) => {
        await withPortal(given, bearer, rewrite, async ({ context, front, portal, control }) => {
          const page = await openFront(context, front, portal, { token: "discard" });
          await signInThere(page);
          await until(
            "the refusal to be told",
            async () => (await eventsOf(page, "cookie-refused")).length > 0,
          );
          const { status, reason, error, user } = await snapshotOf(page);
          assert.deepEqual(
            [status, reason, error.code, user],
            ["unauthenticated", "ended", "cookie-refused", null],
          );
          const events = (await page.evaluate(() => seen.events.map(({ type }) => type))).filter(
            (type) => type !== "permissions-changed",
          );
          assert.deepEqual(events.sort(), ["cookie-refused", "signed-in", "signed-out"]);
          const answer = await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS);
          assert.equal(answer, 401);

          // A second try is refused as well, and told once.
          await signInThere(page);
          await until(
            "the end to be shown",
            async () => (await snapshotOf(page)).error?.code === "cookie-refused",
          );
          assert.equal((await eventsOf(page, "cookie-refused")).length, 1);
          assert.equal((await control.requests("POST", LOGIN)).length, 2);
          assert.ok((await control.log()).every(({ bearer: sent, cookie }) => !sent && !cookie));
        });
      },
    );
  }

  scenario(
    `from another site, in a browser that keeps third-party cookies, the cookie carries the session (--bearer ${bearer})`,
    { ...bypassing, thirdPartyCookies: "keep" },
    async (given) => {
      await withPortal(given, bearer, forOtherSites, async ({ context, front, portal, control }) => {
        const page = await openFront(context, front, portal);
        await signInThere(page);
        assert.deepEqual(await useOf(page), USED);
        assert.deepEqual(await eventsOf(page, "cookie-refused"), []);
        const reads = await control.requests("GET", SESSION);
        assert.ok(reads.at(-1).cookie && reads.every(({ bearer: sent }) => !sent));
        await page.reload();
        assert.equal(await page.evaluate(async () => (await session.ready).user?.email), ACCOUNTS.ada.email);
      });
    },
  );
}

for (const [what, rewrite, thirdPartyCookies, kept] of [
  ["whose cookie is SameSite=Lax", framed, "keep", false],
  [
    "in a browser that blocks third-party cookies",
    (headers) => framed(forOtherSites(headers)),
    "block",
    false,
  ],
  ["in a browser that keeps third-party cookies", (headers) => framed(forOtherSites(headers)), "keep", true],
]) {
  scenario(
    `in a frame on another site's page, ${what}, ${kept ? "the cookie" : "a held token"} carries the session`,
    { ...bypassing, thirdPartyCookies },
    async (given) => {
      await withPortal(given, "strict", rewrite, async ({ context, front, portal }) => {
        const page = await openBare(context, { origin: front }, { idle: true });
        await page.evaluate(
          (src) => {
            const frame = document.createElement("iframe");
            frame.src = src;
            document.body.append(frame);
          },
          `${portal}/bare.html?options=${encodeURIComponent("{}")}`,
        );
        const frame = await until("the frame", () =>
          page.frames().find((each) => each.url().startsWith(portal)),
        );
        await frame.waitForFunction(() => globalThis.session);
        await frame.evaluate(() => session.ready);
        await signInThere(frame);
        if (!kept) {
          await until(
            "the refusal to be told",
            async () => (await eventsOf(frame, "cookie-refused")).length > 0,
          );
        }
        assert.equal((await snapshotOf(frame)).status, "authenticated");
        assert.deepEqual(await useOf(frame), USED);
        assert.equal((await eventsOf(frame, "cookie-refused")).length, kept ? 0 : 1);
      });
    },
  );
}

scenario(
  "what the deployment says of when to come back is read across origins",
  bypassing,
  async ({ context, deployment: front, another }) => {
    const portal = await another("bare", ["--allowed-origin", NEIGHBOUR(front)]);
    const page = await openFront(context, NEIGHBOUR(front), PORTAL(portal));
    const busy = { method: "GET", path: SESSION, times: 1, status: 503, headers: { "retry-after": "3" } };
    await portal.control.faults(busy);
    const { error } = await page.evaluate(() => bare.outcome(session.refresh()));
    assert.deepEqual([error.code, error.retryAfterMs], ["server-error", 3_000]);
  },
);

/** Runs against a deployment of another site than the front end's, which allows it. */
async function withPortal({ context, deployment, another }, bearer, rewrite, run) {
  const front = FRONT(deployment);
  const portal = await another("bare", ["--bearer", bearer, "--allowed-origin", front]);
  const relay = await startRelay(portal, { rewrite });
  const bearers = () => relay.received.filter(({ headers }) => headers.authorization).length;
  try {
    await run({ context, front, portal: PORTAL(relay), control: portal.control, bearers });
  } finally {
    await relay.stop();
  }
}
