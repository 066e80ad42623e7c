// A late sign-out, and a user who signs in meanwhile. The answer to the sign-out clears the browser's cookie, whichever user's
// it is by then, unless the request is aborted in time.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { login, snapshotOf } from "../support/bare-page.mjs";
import { LOGIN, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { withTwoTabs } from "../support/two-tabs.mjs";

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
  assert.equal(user?.email, ACCOUNTS.grace.email, "as the deployment says");
  assert.equal((await snapshotOf(page)).user?.email, ACCOUNTS.grace.email, "as the page shows");
}

test(
  "a sign-in right after a sign-out is sent once the sign-out is answered, and lasts",
  scenario((given) =>
    withTwoTabs(given, {}, async ({ here, relay }) => {
      const halted = relay.halt("answer", "POST", LOGOUT);
      const signIns = relay.count("POST", LOGIN);
      const shown = await here.evaluate((credentials) => {
        globalThis.signedOut = bare.outcome(session.logout());
        globalThis.signedIn = bare.outcome(session.login(credentials));
        return [session.snapshot.user, session.permissions.can("chat-history")];
      }, grace);
      assert.deepEqual(shown, [null, false], "in the turn of the calls");
      assert.equal((await here.evaluate(() => signedOut)).error.code, "superseded");
      await halted.met();
      await pause(300);
      assert.equal(relay.count("POST", LOGIN), signIns, "the sign-in waits");
      halted.go();
      assert.equal((await here.evaluate(() => signedIn)).value.user.email, ACCOUNTS.grace.email);
      await pause();
      await assertIsGraces(here);
    }),
  ),
);

for (const where of ["request", "answer"]) {
  test(
    `a sign-in that has waited for a sign-out in vain is not ended by it (its ${where} is late)`,
    scenario((given) =>
      withTwoTabs(given, {}, async ({ here, relay }) => {
        const halted = relay.halt(where, "POST", LOGOUT);
        await signOut(here);
        const { value } = await login(here, grace);
        assert.equal(value.user.email, ACCOUNTS.grace.email);
        halted.go();
        await pause();
        await assertIsGraces(here);
      }),
    ),
  );
}
