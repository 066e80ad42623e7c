// A sign-out that is late, and somebody who signs in meanwhile. Its answer clears the browser's cookie whenever it arrives,
// whoever's that is by then: unless the browser was told in time to give the request up.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { known, login, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown, withTwoTabs } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();
const grace = credentialsOf("grace");

/** Long enough for a late answer to arrive, and for the page to hear of it. */
const pause = (ms = 700) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls `logout()` and does not wait for it. */
const signOut = (page) =>
  page.evaluate(() => {
    session.logout().catch(() => {});
  });

async function assertIsGraces(page) {
  const { user } = await page.evaluate((path) => fetch(path).then((answer) => answer.json()), SESSION);
  assert.equal(user?.email, ACCOUNTS.grace.email, "the deployment's word");
  assert.equal((await snapshotOf(page)).user?.email, ACCOUNTS.grace.email, "what is shown");
}

for (const where of ["request", "answer"]) {
  scenario(`a sign-out that a sign-in has waited for in vain does not end it (its ${where} late)`, (given) =>
    withTwoTabs(given, {}, async ({ here, relay }) => {
      const halted = relay.halt(where, "POST", LOGOUT);
      await signOut(here);
      const { value } = await login(here, grace);
      assert.equal(value.user.email, ACCOUNTS.grace.email);
      halted.go();
      await pause();
      await assertIsGraces(here);
    }),
  );
}

scenario("a sign-out that failed is not sent again once somebody signs in in another tab", (given) =>
  withTwoTabs(given, {}, async ({ here, there, control }) => {
    await control.faults({
      method: "POST",
      path: LOGOUT,
      times: 1,
      status: 503,
      // Later than the sign-in there, which waits 3 s for it; 8 s at the latest.
      headers: { "retry-after": "4" },
    });
    const failed = await here.evaluate(() => bare.outcome(session.logout()));
    assert.equal(failed.error.code, "server-error");
    await login(there, grace);
    await untilShown(here, "authenticated");
    await pause(5_500);
    assert.equal((await control.requests("POST", LOGOUT)).length, 1);
    await assertIsGraces(here);
  }),
);

scenario("a sign-out that timed out does not end a later sign-in", (given) =>
  withTwoTabs(given, { options: { timeoutMs: 1_500 } }, async ({ here, relay }) => {
    const halted = relay.halt("answer", "POST", LOGOUT);
    await signOut(here);
    await until("it to be told again, and confirmed", async () => {
      const { status, signOutPending } = await snapshotOf(here);
      return status === "unauthenticated" && !signOutPending;
    });
    await login(here, grace);
    halted.go();
    await pause();
    await assertIsGraces(here);
  }),
);

scenario("a sign-in waits for the sign-out of another tab, and is not ended by it", (given) =>
  withTwoTabs(given, {}, async ({ here, there, relay }) => {
    const halted = relay.halt("answer", "POST", LOGOUT);
    await signOut(there);
    await halted.met();
    await untilShown(here, "unauthenticated");
    setTimeout(() => halted.go(), 500);
    await login(here, grace);
    await pause();
    await assertIsGraces(here);
  }),
);

scenario(
  "the next session of a page shows nobody while a sign-out that its closed one had called is on its way",
  (given) =>
    withTwoTabs(given, {}, async ({ here, relay }) => {
      // It is sent once more as its session is closed.
      const halted = [1, 2].map(() => relay.halt("request", "POST", LOGOUT));
      await here.evaluate(() => {
        session.logout().catch(() => {});
        session.close();
        globalThis.seen = bare.start({});
        globalThis.session = seen.session;
      });
      for (const each of halted) await each.met();
      await untilShown(here, "unauthenticated");
      for (const each of halted) each.go();
      await pause();
      assert.equal((await known(here)).status, "unauthenticated");
      const seen = await here.evaluate(() => globalThis.seen.snapshots.map(({ status }) => status));
      assert.ok(!seen.includes("authenticated"), `${seen}`);
    }),
);
