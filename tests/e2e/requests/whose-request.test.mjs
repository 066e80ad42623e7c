// A request belongs to who made it: nothing that one user's page asked for is sent for another.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { known, login, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { AGENTS, LOGIN, SESSION } from "../support/identity-api.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const WORKSPACE = "/agent-hub-api/api/workspace";

/** The two ways in which a page signs somebody in. */
const WAYS = {
  "session.login": (given, credentials) => given.login(credentials),
  "a request of the page's own": (_, credentials) => {
    const headers = { "content-type": "application/json" };
    return fetch("/api/auth/login", { method: "POST", headers, body: JSON.stringify(credentials) });
  },
};

for (const bearer of BEARER_WAYS) {
  for (const [way, signsIn] of Object.entries(WAYS)) {
    scenario(
      `what Ada asked for is not sent again for Grace, whom reauthenticate signed in by ${way} (--bearer ${bearer})`,
      async ({ context, another }) => {
        const deployment = await another("bare", ["--bearer", bearer]);
        const { control } = deployment;
        const page = await openWith(context, deployment, signsIn, "grace");
        await signIn(page, "ada");
        await control.expire();
        await control.clearLog();
        const ended = await page.evaluate(async (path) => {
          const init = { method: "POST", body: JSON.stringify({ name: "Ada's" }) };
          const calls = [
            session.fetch(path, { ...init, headers: { "content-type": "application/json" } }),
            session.roles(),
            session.permissions.refresh(),
          ];
          const outcomes = await Promise.all(calls.map(bare.outcome));
          return outcomes.map(({ error }) => error?.code);
        }, WORKSPACE);
        await until("Grace to be shown", async () => {
          return (await snapshotOf(page)).user?.email === ACCOUNTS.grace.email;
        });
        const sent = (await control.log()).map(({ method, path }) => `${method} ${path}`);
        assert.equal(
          sent.filter((request) => request === `POST ${WORKSPACE}`).length,
          1,
          "Ada's POST was sent once",
        );
        assert.ok(sent.includes(`POST ${LOGIN}`), "reauthenticate signed her in");
        assert.deepEqual(ended, Array(3).fill("superseded"));
        const status = await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS);
        // What Grace's page asks for is hers; after a request of the page's own no bearer is held.
        assert.equal(status, bearer === "strict" && way !== "session.login" ? 401 : 200);
      },
    );

    scenario(
      `what Ada asked for is sent again for Ada, whom reauthenticate signed in by ${way} (--bearer ${bearer})`,
      async ({ context, another }) => {
        // Where a bearer is a must, a request of the page's own gives it none to send.
        const deployment = await another("bare", ["--bearer", bearer]);
        const { control } = deployment;
        const page = await openWith(context, deployment, signsIn, "ada");
        await signIn(page, "ada");
        await control.expire();
        await control.clearLog();
        await page.evaluate((path) => session.fetch(path, { method: "POST", body: "{}" }), WORKSPACE);
        assert.equal((await control.requests("POST", WORKSPACE)).length, 2);
      },
    );
  }
}

scenario(
  "what a page asked for while nobody was signed in is sent again for whoever signs in",
  async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const page = await openWith(context, deployment, WAYS["session.login"], "grace");
    assert.equal((await known(page)).status, "unauthenticated");
    const status = await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS);
    assert.equal(status, 200);
    assert.equal((await snapshotOf(page)).user.email, ACCOUNTS.grace.email);
  },
);

for (const [when, delayMs] of [
  ["", 0],
  [", though the first read is slow", 1_500],
]) {
  scenario(
    `what was asked for on a page that a server rendered for Ada is not sent for Grace, whose cookie is there${when}`,
    async ({ context, another }) => {
      const deployment = await another("bare", ["--bearer", "cookie"]);
      const { control } = deployment;
      const ada = await openBare(context, deployment);
      await signIn(ada, "ada");
      const rendered = await ada.evaluate(() => fetch("/api/auth/session").then((answer) => answer.json()));
      await signIn(ada, "grace");
      await ada.close();
      const page = await openBare(context, deployment, { idle: true });
      await control.clearLog();
      if (delayMs > 0) await control.faults({ method: "GET", path: SESSION, times: 1, delay_ms: delayMs });
      const ended = await page.evaluate(
        async ([initial, path, isSlow]) => {
          globalThis.seen = bare.start({ initial });
          globalThis.session = seen.session;
          // The module is there: what holds the request now is the engine.
          if (isSlow) await session.ready;
          return bare.outcome(session.fetch(path, { method: "POST", body: "{}" }));
        },
        [rendered, WORKSPACE, delayMs > 0],
      );
      assert.equal(ended.error?.code, "superseded");
      assert.equal((await control.requests("POST", WORKSPACE)).length, 0);
      assert.equal((await snapshotOf(page)).user.email, ACCOUNTS.grace.email);
    },
  );
}

/** A page whose `reauthenticate` signs this account in. */
async function openWith(context, deployment, signsIn, name) {
  const page = await openBare(context, deployment, { idle: true });
  await page.evaluate(`{
    const credentials = ${JSON.stringify(credentialsOf(name))};
    const signsIn = ${signsIn};
    globalThis.seen = bare.start({ reauthenticate: (given) => signsIn(given, credentials) });
    globalThis.session = seen.session;
  }`);
  return page;
}

scenario(
  "what Ada's page asks for while Grace signs in on it is not asked as Grace",
  async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const relay = await startRelay(deployment);
    try {
      const page = await openBare(context, relay);
      await signIn(page, "ada");
      await page.reload();
      await known(page);
      // The browser has her cookie by then, and the page has not her answer.
      relay.hold(["POST", LOGIN]);
      await page.evaluate((credentials) => {
        session.login(credentials).catch(() => {});
      }, credentialsOf("grace"));
      await relay.held();
      const before = relay.count("POST", WORKSPACE);
      const early = await page.evaluate(async (path) => {
        globalThis.posted = bare.outcome(session.fetch(path, { method: "POST" }));
        const soon = new Promise((resolve) => setTimeout(resolve, 500, "held"));
        return Promise.race([posted, soon]);
      }, WORKSPACE);
      assert.equal(early, "held");
      // A newer sign-in, so that this one comes to its end.
      const { value } = await login(page, credentialsOf("grace"));
      assert.equal(value.user.email, ACCOUNTS.grace.email);
      assert.equal((await page.evaluate(() => posted)).error.code, "superseded");
      assert.equal(relay.count("POST", WORKSPACE), before);
    } finally {
      await relay.stop();
    }
  },
);
