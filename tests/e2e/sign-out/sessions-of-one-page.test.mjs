// Until a sign-out is over, its user is not shown by the next session of the page either.

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

for (const [when, listen] of [
  [
    "by a listener of identity-ended",
    (session, create) => session.addEventListener("identity-ended", create),
  ],
  [
    "by a subscriber",
    (session, create) => session.subscribe(({ error }) => error?.code === "closed" && create()),
  ],
])
  test(
    `a session that is created ${when} as the first session closes shows no user`,
    scenario(async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      await control.faults({ ...SLOW, delay_ms: 0, status: 503, headers: { "retry-after": "600" } }, SLOW);
      await page.evaluate(() => session.logout().catch(() => {}));
      assert.equal((await snapshotOf(page)).signOutPending, true);
      await page.evaluate(
        `(${listen})(session, () => { globalThis.next ??= bare.start({}); }); session.close()`,
      );
      await assertNoUserShown(page, control);
    }),
  );

for (const closes of [true, false])
  test(
    `a session that is created during the sign-out shows no user; the first is ${closes ? "closed" : "kept"}`,
    scenario(async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      // The sign-out is sent again as its session is closed.
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
    `a session that is created after another tab's sign-out shows no user; the first is ${closes ? "closed" : "kept"}`,
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
