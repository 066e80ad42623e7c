// A user who has signed out is not shown by the page's next session either, until the sign-out is over.

import assert from "node:assert/strict";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

const SLOW = { method: "POST", path: LOGOUT, times: 1, delay_ms: 1_000 };

/** Waits until the next session has heard that the sign-out is over, and has read. */
async function assertNoUserShown(page, control) {
  await until("the sign-out", async () => (await control.requests("POST", LOGOUT)).length > 0);
  await pause(page, SLOW.delay_ms + 800);
  const shown = await page.evaluate(() => next.snapshots.map(({ status }) => status));
  assert.deepEqual(shown, ["unauthenticated"]);
}

for (const [when, hears] of [
  ["by a listener of identity-ended", (session, make) => session.addEventListener("identity-ended", make)],
  [
    "by a subscriber",
    (session, make) => session.subscribe(({ error }) => error?.code === "closed" && make()),
  ],
])
  test(
    `made ${when}, as the session closes`,
    scenario(async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      await control.faults({ ...SLOW, delay_ms: 0, status: 503, headers: { "retry-after": "600" } }, SLOW);
      await page.evaluate(() => session.logout().catch(() => {}));
      assert.equal((await snapshotOf(page)).signOutPending, true);
      await page.evaluate(
        `(${hears})(session, () => { globalThis.next ??= bare.start({}); }); session.close()`,
      );
      await assertNoUserShown(page, control);
    }),
  );

for (const closes of [true, false])
  test(
    `made while the sign-out is under way; the first is ${closes ? "closed" : "kept"}`,
    scenario(async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      // The sign-out is sent once more as its session is closed.
      await control.faults({ ...SLOW, times: 2 });
      await page.evaluate((closes) => {
        session.logout().catch(() => {});
        if (closes) session.close();
        globalThis.next = bare.start({});
      }, closes);
      await assertNoUserShown(page, control);
    }),
  );

for (const closes of [true, false])
  test(
    `made after another tab's sign-out was heard; the first is ${closes ? "closed" : "kept"}`,
    scenario(async ({ context, deployment, control }) => {
      const there = await openBare(context, deployment);
      await signIn(there, "ada");
      const here = await openBare(context, deployment);
      await known(here);
      await control.faults(SLOW);
      await there.evaluate(() => void session.logout());
      await untilShown(here, "unauthenticated");
      await here.evaluate((closes) => {
        if (closes) session.close();
        globalThis.next = bare.start({});
      }, closes);
      await assertNoUserShown(here, control);
    }),
  );
