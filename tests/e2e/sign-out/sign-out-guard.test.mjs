// A tab that heard of a sign-out shows nobody until it knows what became of it, and no longer.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { known, openBare, refresh, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown, withTwoTabs } from "../support/two-tabs.mjs";

const { scenario } = stage();

/** How long an unconfirmed sign-out of another tab guards. */
const GUARD_MS = 1_500;
const options = { timeoutMs: GUARD_MS, revalidate: { minIntervalMs: 0 } };

scenario(
  "a tab opens again where another tab's sign-out failed, and that tab shows its user again",
  (given) =>
    withTwoTabs(given, { options, before: noteTimes }, async ({ here, there, control }) => {
      await control.faults({ method: "POST", path: LOGOUT, times: 50, status: 503 });
      assert.equal((await there.evaluate(() => bare.outcome(session.logout()))).error.code, "server-error");
      await untilShown(here, "unauthenticated");
      assert.equal((await refresh(there)).value.user.email, ACCOUNTS.ada.email, "it asked for the truth");
      await untilShown(here, "authenticated");
      assert.equal((await snapshotOf(here)).user.email, ACCOUNTS.ada.email);
    }),
);

scenario(
  "a tab opens again where another tab was closed before its sign-out reached the deployment",
  (given) =>
    withTwoTabs(given, { options, before: noteTimes }, async ({ here, there, relay }) => {
      // As the page goes, it is sent once more.
      const [first, last] = [1, 2].map(() => relay.halt("request", "POST", LOGOUT));
      await there.evaluate(() => {
        session.logout().catch(() => {});
      });
      await first.met();
      await untilShown(here, "unauthenticated");
      await there.close();
      await last.met();
      for (const each of [first, last]) each.lose();
      await untilShown(here, "authenticated");
      await assertGuarded(here);
    }),
);

scenario(
  "a tab opens again where another tab went elsewhere before its sign-out reached the deployment",
  (given) =>
    withTwoTabs(given, { options, before: noteTimes }, async ({ here, there, relay }) => {
      // As the page goes, it is sent once more.
      const [first, last] = [1, 2].map(() => relay.halt("request", "POST", LOGOUT));
      await there.evaluate(() => {
        session.logout().catch(() => {});
      });
      await first.met();
      await untilShown(here, "unauthenticated");
      await there.goto("about:blank");
      await last.met();
      for (const each of [first, last]) each.lose();
      await untilShown(here, "authenticated");
      await assertGuarded(here);
    }),
);

scenario(
  "a tab that heard of a sign-out which nobody confirms shows nobody before its time, whatever it asks",
  (given) =>
    withTwoTabs(given, { options, before: noteTimes }, async ({ here, there, control }) => {
      await control.faults({ method: "POST", path: LOGOUT, times: 50, status: 503 });
      await there.evaluate(() => bare.outcome(session.logout()));
      await untilShown(here, "unauthenticated");
      await refresh(here);
      await untilShown(here, "authenticated");
      assert.equal((await snapshotOf(here)).user.email, ACCOUNTS.ada.email);
      await assertGuarded(here);
    }),
);

scenario("a sign-out that failed is told again by itself, and every tab ends signed out", (given) =>
  withTwoTabs(
    given,
    { options: { ...options, timeoutMs: 60_000 } },
    async ({ here, there, control, context }) => {
      await control.faults({ method: "POST", path: LOGOUT, times: 2, status: 503 });
      assert.equal((await there.evaluate(() => bare.outcome(session.logout()))).error.code, "server-error");
      const pending = await snapshotOf(there);
      await untilShown(there, "unauthenticated");
      const told = await snapshotOf(there);
      assert.deepEqual([pending.status, pending.signOutPending], ["unknown", true]);
      assert.deepEqual([told.signOutPending, told.error], [false, null]);
      assert.equal((await control.requests("POST", LOGOUT)).length, 3);
      assert.equal((await snapshotOf(here)).status, "unauthenticated");
      const later = await openBare(context, { origin: new URL(there.url()).origin });
      assert.equal((await known(later)).status, "unauthenticated", "the deployment was told");
    },
  ),
);

/** Notes when the page first closed at a sign-out, and when it opened again. */
function noteTimes() {
  globalThis.times = {};
  const look = () => {
    const { reason, status } = globalThis.session?.snapshot ?? {};
    if (reason === "signed-out") times.closed ??= performance.now();
    if (times.closed && status === "authenticated") times.opened ??= performance.now();
    else setTimeout(look, 5);
  };
  look();
}

/** The page stayed closed for the time of the guard, give or take what its watch takes to look. */
async function assertGuarded(page) {
  const { closed, opened } = await page.evaluate(async () => {
    while (times.opened === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    return times;
  });
  assert.ok(opened - closed > GUARD_MS - 100, `open after ${opened - closed} ms`);
}
