// Requests that are answered 401 as their session has ended: one sign-in, and a second request for the same user.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../e2e/support/accounts.mjs";
import { eventsOf, signIn } from "../e2e/support/bare-page.mjs";
import { AGENTS, LOGIN, SESSION } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";
import { untilShown } from "./stage.mjs";

const WORKSPACE = "/agent-hub-api/api/workspace";

export function reauthentication(scenario) {
  scenario(
    "requests that meet the end together are sent once more each, after one sign-in",
    async (given) => {
      const { control } = given;
      const page = await openSigningIn(given, "ada");
      await signIn(page, "ada");
      await control.expire();
      await control.clearLog();
      const statuses = await page.evaluate(
        (path) => Promise.all([1, 2, 3].map(async () => (await session.fetch(path)).status)),
        AGENTS,
      );
      assert.deepEqual(statuses, [200, 200, 200]);
      assert.equal(await page.evaluate(() => asked), 1);
      assert.equal((await control.requests("GET", AGENTS)).length, 6);
      assert.equal((await control.requests("POST", LOGIN)).length, 1);
      assert.equal((await eventsOf(page, "signed-out")).length, 1);
    },
  );

  for (const [name, posts, outcome] of [
    ["ada", 2, 403],
    // Grace signs in: Ada's identity ends, and so do its requests.
    ["grace", 1, "superseded"],
  ]) {
    scenario(
      `a request of Ada is sent ${posts === 2 ? "again" : "once"} where ${name} signs in`,
      async (given) => {
        const { control } = given;
        const page = await openSigningIn(given, name);
        await signIn(page, "ada");
        await control.expire();
        await control.clearLog();
        const answered = await page.evaluate(async (path) => {
          const init = { method: "POST", headers: { "content-type": "application/json" } };
          const call = session.fetch(path, { ...init, body: JSON.stringify({ name: "Ada's" }) });
          return call.then(
            ({ status }) => status,
            ({ code }) => code,
          );
        }, WORKSPACE);
        // Ada's role may not create workspaces, Grace's may.
        assert.equal(answered, outcome);
        await untilShown(page, { status: "authenticated", email: ACCOUNTS[name].email });
        assert.equal((await control.requests("POST", WORKSPACE)).length, posts);
        assert.equal((await control.requests("POST", LOGIN)).length, 1);
      },
    );
  }

  scenario(
    "where no user signs in again, a request gets its 401, and the page shows the end",
    async (given) => {
      const { control, open } = given;
      const page = await open();
      await signIn(page, "ada");
      await control.expire();
      assert.equal(await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS), 401);
      await untilShown(page, { status: "unauthenticated", reason: "ended" });
      assert.equal((await eventsOf(page, "signed-out")).length, 1);
    },
  );

  scenario("an abort during the new sign-in ends that call alone", async (given) => {
    const { control } = given;
    const page = await openSigningIn(given, "ada");
    await signIn(page, "ada");
    await page.evaluate(() => {
      globalThis.afterwards = new Promise((resolve) => {
        globalThis.finish = resolve;
      });
    });
    await control.expire();
    await control.clearLog();
    await page.evaluate((path) => {
      globalThis.abort = new AbortController();
      globalThis.first = bare.outcome(session.fetch(path, { signal: abort.signal }));
      globalThis.second = session.fetch(path).then(({ status }) => status);
    }, AGENTS);
    await until("reauthenticate to be called", () => page.evaluate(() => asked === 1));
    const ended = await page.evaluate(async () => {
      abort.abort("the user has left");
      const { error } = await first;
      finish();
      return [error?.code, await second];
    });
    assert.deepEqual(ended, ["aborted", 200]);
    assert.equal((await control.requests("GET", AGENTS)).length, 3, "the aborted request is not sent again");
  });

  scenario("a 401 while the session lasts does not end the session", async ({ control, open }) => {
    const page = await open();
    await signIn(page, "ada");
    await control.faults({ method: "GET", path: AGENTS, times: 5, status: 401 });
    await control.clearLog();
    assert.equal(await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS), 401);
    await until("a session read", async () => (await control.requests("GET", SESSION)).length > 0);
    await untilShown(page, { status: "authenticated", email: ACCOUNTS.ada.email });
    assert.deepEqual(await eventsOf(page, "signed-out"), []);
  });
}

/** Opens a page with a `reauthenticate` that counts its calls (`asked`), signs this account in, and waits for `afterwards`. */
async function openSigningIn({ deployment, open }, name) {
  const page = await open(deployment, { idle: true });
  await page.evaluate((credentials) => {
    globalThis.asked = 0;
    const reauthenticate = async (within) => {
      asked += 1;
      await within.login(credentials);
      await globalThis.afterwards;
    };
    globalThis.seen = bare.start({ reauthenticate });
    globalThis.session = seen.session;
  }, credentialsOf(name));
  return page;
}
