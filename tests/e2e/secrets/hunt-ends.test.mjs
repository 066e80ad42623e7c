// The token is nowhere after the end of its session, or after a newer sign-in.

import { ACCOUNTS } from "../support/accounts.mjs";
import { logout, refresh, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { DAY_MS, shiftClocks, wake } from "../support/clocks.mjs";
import { WHOLE_STRINGS } from "../support/heap.mjs";
import { huntNowhere, huntTheTokenHeld, openOn, signInAs, startSession } from "../support/hunting-ground.mjs";
import { AGENTS, LOGIN, LOGOUT } from "../support/identity-api.mjs";
import { launching, scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

test.use(launching([WHOLE_STRINGS]));

/** Each end, the `reason` that the page then shows, and the function that causes it. */
const ENDS = [
  [
    "a sign-out that fails",
    null,
    async ({ page, control }) => {
      await control.faults({ method: "POST", path: LOGOUT, times: 1, status: 503 });
      await page.evaluate(() => noteFailure(session.logout()));
    },
  ],
  [
    "the end of its day",
    "expired",
    async ({ page, control }) => {
      await control.expire();
      await shiftClocks(page, { wall: DAY_MS });
      await wake(page);
    },
  ],
  [
    "a session that has ended",
    "ended",
    async ({ page, control }) => {
      await control.expire();
      await refresh(page);
    },
  ],
  [
    "a deactivation",
    "deactivated",
    async ({ page, control }) => {
      await control.account(ACCOUNTS.ada.email, { active: false });
      await refresh(page);
    },
  ],
  ["a sign-out in another tab", "signed-out", async (ground) => logout(await openAnotherTab(ground))],
  [
    "a sign-in of another user in another tab",
    null,
    async (ground) => {
      await signInAs(await openAnotherTab(ground), "grace");
      await refresh(ground.page);
    },
  ],
  [
    "a read that finds another user",
    null,
    async (ground) => {
      await signInUnheard(ground, "grace");
      await refresh(ground.page);
    },
  ],
  ["close()", null, ({ page }) => page.evaluate(() => session.close())],
  [
    "a 401 to the token, while the cookie is accepted",
    null,
    async (ground) => {
      const [token] = ground.wire.tokens;
      await signInUnheard(ground, "ada");
      await fetch(ground.wire.origin + LOGOUT, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
      });
      ground.wire.exchanges.pop();
      await ground.page.evaluate((path) => session.fetch(path).then(({ status }) => status), AGENTS);
    },
  ],
];

for (const [number, [end, reason, act]] of ENDS.entries()) {
  // The token is held in the same way whatever the value of `--bearer`: each end is tried with one of the values.
  const bearer = BEARER_WAYS[number % BEARER_WAYS.length];
  test(
    `after ${end} the token is nowhere (${bearer})`,
    scenario(async (stage) => {
      const ground = await openOn(stage, bearer, {});
      await signInAs(ground.page, "ada");
      await huntTheTokenHeld(ground);
      await act(ground);
      if (reason) await until("the end", async () => (await snapshotOf(ground.page)).reason === reason);
      await huntNowhere(ground);
    }),
  );
}

test(
  "a newer sign-in leaves nothing of the older one's token",
  scenario(async (stage) => {
    const ground = await openOn(stage, "strict", {});
    await signInAs(ground.page, "ada");
    await huntTheTokenHeld(ground);
    await signInAs(ground.page, "grace");
    await huntTheTokenHeld(ground);
  }),
);

async function openAnotherTab({ open, options }) {
  const other = await open();
  await startSession(other, options);
  return other;
}

/** Signs in from a tab without a session of the package, so that no other tab gets a message. */
async function signInUnheard({ open }, name) {
  const other = await open();
  await other.evaluate(
    async ([path, account]) => {
      const body = await (await fetch(`/credentials/${account}`)).text();
      await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
    },
    [LOGIN, name],
  );
  await other.close();
}
