import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS, LOGIN, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { openReauthenticating } from "../support/reauthenticating-page.mjs";
import { stage } from "../support/stage.mjs";
import { until, within } from "../support/until.mjs";

const { scenario } = stage();

const WORKSPACES = "/agent-hub-api/api/admin/workspace/list";

for (const [what, reauthenticate] of [
  ["throws", "() => { throw new Error('refused'); }"],
  ["rejects with nothing", "() => Promise.reject()"],
  ["signs nobody in", "() => {}"],
]) {
  scenario(
    `a reauthenticate that ${what} hands the 401 on to everyone who waits`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment, { idle: true });
      await page.evaluate(`globalThis.seen = bare.start({ reauthenticate: ${reauthenticate} });
        globalThis.session = seen.session; undefined`);
      await signIn(page, "ada");
      await control.expire();
      assert.deepEqual(await fetchAtOnce(page, 3), [401, 401, 401]);
      assert.equal((await snapshotOf(page)).reason, "ended");
      assert.equal((await signIn(page, "ada")).status, "authenticated");
      assert.deepEqual(await fetchAtOnce(page, 1), [200]);
    },
  );
}

scenario(
  "requests that meet the end of a session together are retried once each, after one reauthentication",
  async ({ context, deployment, control }) => {
    const page = await openReauthenticating(context, deployment);
    await control.expire();
    await control.clearLog();
    assert.deepEqual(await fetchAtOnce(page, 3), [200, 200, 200]);
    assert.equal(await page.evaluate(() => asked), 1);
    assert.equal((await control.requests("GET", AGENTS)).length, 6);
    assert.equal((await control.requests("POST", LOGIN)).length, 1);
    assert.equal((await eventsOf(page, "signed-out")).length, 1);
  },
);

for (const [when, over] of [
  ["as the user has signed in, before reauthenticate resolves", false],
  ["after reauthenticate has resolved", true],
]) {
  scenario(
    `a request that hears of the end late, ${when}, is retried as well`,
    async ({ context, deployment, control }) => {
      const page = await openReauthenticating(context, deployment, holdTwoAnswers);
      await control.expire();
      const statuses = await page.evaluate(
        async ([path, late]) => {
          const turn = () => new Promise((resolve) => setTimeout(resolve));
          const signedIn = new Promise((resolve) => session.addEventListener("signed-in", resolve));
          let finish;
          if (!late) globalThis.afterwards = new Promise((resolve) => (finish = resolve));
          const [first, second] = [1, 2].map(async () => (await session.fetch(path)).status);
          while (held.length < 2) await turn();
          held[0]();
          await (late ? first : signedIn);
          held[1]();
          await turn();
          finish?.();
          return Promise.all([first, second]);
        },
        [AGENTS, over],
      );
      assert.deepEqual(statuses, [200, 200]);
      assert.equal(await page.evaluate(() => asked), 1);
    },
  );
}

scenario(
  "a reauthenticate that asks something itself is told its 401, and does not wait for itself",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { idle: true });
    await page.evaluate(
      ([path, credentials]) => {
        globalThis.told = [];
        const reauthenticate = async (given) => {
          told.push((await given.fetch(path)).status);
          await given.login(credentials);
        };
        globalThis.seen = bare.start({ reauthenticate });
        globalThis.session = seen.session;
      },
      [AGENTS, credentialsOf("ada")],
    );
    await signIn(page, "ada");
    await control.expire();
    assert.deepEqual(await within(5_000, "The request", fetchAtOnce(page, 1)), [200]);
    assert.deepEqual(await page.evaluate(() => told), [401]);
  },
);

scenario(
  "a token that is not taken any more is dropped, and the cookie tried alone",
  async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const { control } = deployment;
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    // The cookie is the token that the page holds (`identity-api.md` 3).
    const [{ value: token }] = await context.cookies(deployment.origin);
    // A sign-in that this page does not hear of: from here on the cookie is another one than the token.
    await page.evaluate(
      async ([path, credentials]) => {
        const headers = { "content-type": "application/json" };
        await fetch(path, { method: "POST", headers, body: JSON.stringify(credentials) });
      },
      [LOGIN, credentialsOf("ada")],
    );
    await fetch(deployment.origin + LOGOUT, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    await control.clearLog();
    assert.deepEqual(await fetchAtOnce(page, 1), [200]);
    const asked = (await control.log()).map(({ path, bearer, cookie }) => [path, bearer, cookie]);
    assert.deepEqual(asked, [
      [AGENTS, true, true],
      [SESSION, false, true],
      [AGENTS, false, true],
    ]);
    assert.equal((await snapshotOf(page)).status, "authenticated");
    assert.deepEqual(await eventsOf(page, "signed-out"), []);
  },
);

scenario(
  "a page that is refused again and again does not read for each 401",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await page.reload();
    await page.evaluate(() => session.ready.then(() => {}));
    await control.clearLog();
    // The cookie alone is not enough here, and no token outlives a reload.
    for (let time = 0; time < 20; time += 1) assert.deepEqual(await fetchAtOnce(page, 1), [401]);
    const reads = (await control.requests("GET", SESSION)).length;
    assert.ok(reads <= 2, `${reads} reads`);
  },
);

scenario(
  "a 403 is handed on, and a role that changed shows by the read behind it",
  async ({ context, deployment, control }) => {
    const options = { revalidate: { minIntervalMs: 0 } };
    const page = await openBare(context, deployment, { options });
    await signIn(page, "root");
    await control.account(ACCOUNTS.root.email, { role: "default" });
    const status = await page.evaluate(
      (path) => session.fetch(path).then((answer) => answer.status),
      WORKSPACES,
    );
    assert.equal(status, 403);
    await until("the new role", async () => (await snapshotOf(page)).user.userType === "default");
    assert.deepEqual(await eventsOf(page, "signed-out"), []);
  },
);

/** Keeps the first two answers to the page's own requests from it until each is let go, by a call of its `held`. */
function holdTwoAnswers() {
  globalThis.held = [];
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = async (...args) => {
    const response = await realFetch(...args);
    if (response.url.includes("/agent-hub-api/") && held.length < 2) {
      await new Promise((resolve) => held.push(resolve));
    }
    return response;
  };
}

/** The statuses of so many requests of the page's own, made at once. */
const fetchAtOnce = (page, count) =>
  page.evaluate(
    ([path, times]) =>
      Promise.all(Array.from({ length: times }, async () => (await session.fetch(path)).status)),
    [AGENTS, count],
  );
