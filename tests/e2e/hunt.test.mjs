// Where the access token and the password lie, from the sign-in on: in the memory of the page, in all that a script can
// read, on the wire and in the logs. `hunt-finds.test.mjs` shows that the hunt would find them there.

import assert from "node:assert/strict";
import { after } from "node:test";
import { ACCOUNTS } from "./support/accounts.mjs";
import { logout, refresh, snapshotOf } from "./support/bare-page.mjs";
import { DAY_MS, shiftClocks, wake } from "./support/clocks.mjs";
import { WHOLE_STRINGS } from "./support/heap.mjs";
import { huntUntil, summary, WASM } from "./support/hunt.mjs";
import { openHuntingGround, signInAs, startSession, use } from "./support/hunting-ground.mjs";
import { accountOnTheWire, answering, LOGIN, LOGOUT } from "./support/identity-api.mjs";
import { stage } from "./support/stage.mjs";
import { until } from "./support/until.mjs";
import { canary } from "./support/wire.mjs";

const { scenario } = stage({ switches: [WHOLE_STRINGS] });

after(() => console.log(summary("token and password")));

const AGENTS = "/agent-hub-api/api/agent/list";

/** The passwords and every token so far, as canaries. */
const canariesOf = ({ tokens, passwords }) => [
  ...tokens.map((text, at) => ({ name: `token ${at + 1}`, kind: "token", text })),
  ...Object.entries(passwords).map(([name, text]) => ({ name: `${name} password`, kind: "password", text })),
];

const huntNowhere = ({ given, wire }) => huntUntil(given, canariesOf(wire));

/** The newest token is in WebAssembly memory, and nothing else is anywhere. */
const huntTheTokenHeld = ({ given, wire }) =>
  huntUntil(given, canariesOf(wire), { [`token ${wire.tokens.length}`]: [WASM] });

for (const bearer of ["strict", "cookie"]) {
  scenario(
    `with token "memory" the token is in WebAssembly memory alone until the sign-out, and the password nowhere (${bearer})`,
    async (stage) => {
      const ground = await openOn(stage, bearer, { token: "memory" });
      await signInAs(ground.page, "ada/wrong");
      await huntNowhere(ground);
      await signInAs(ground.page, "ada");
      await huntTheTokenHeld(ground);
      await use(ground);
      assert.equal(ground.wire.tokens.length, 2, "signed in again after the end");
      await huntTheTokenHeld(ground);
      await logout(ground.page);
      await huntNowhere(ground);
    },
  );

  scenario(
    `with token "discard" neither is anywhere once the sign-in has returned (${bearer})`,
    async (stage) => {
      const ground = await openOn(stage, bearer, { token: "discard" });
      await signInAs(ground.page, "ada");
      await huntNowhere(ground);
      await use(ground);
      assert.equal(ground.wire.tokens.length, 2, "signed in again after the end");
      await huntNowhere(ground);
      await logout(ground.page);
      await huntNowhere(ground);
    },
  );

  for (const [end, reason, act] of [
    [
      "a sign-out that the deployment cannot be told of",
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
    ["a sign-in in another tab", null, async (ground) => signInAs(await openAnotherTab(ground), "ada")],
    [
      "another user found by a read",
      null,
      async (ground) => {
        await signInUnheard(ground, "grace");
        await refresh(ground.page);
      },
    ],
    ["close()", null, ({ page }) => page.evaluate(() => session.close())],
    [
      "a 401 beside a cookie that is taken",
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
  ]) {
    scenario(`after ${end} the token is nowhere any more (${bearer})`, async (stage) => {
      const ground = await openOn(stage, bearer, {});
      await signInAs(ground.page, "ada");
      await huntTheTokenHeld(ground);
      await act(ground);
      if (reason) await until("the end", async () => (await snapshotOf(ground.page)).reason === reason);
      await huntNowhere(ground);
    });
  }

  scenario(`a newer sign-in leaves nothing of the older one's token (${bearer})`, async (stage) => {
    const ground = await openOn(stage, bearer, {});
    await signInAs(ground.page, "ada");
    await huntTheTokenHeld(ground);
    await signInAs(ground.page, "grace");
    await huntTheTokenHeld(ground);
  });

  scenario(
    `of a token that no header can carry no piece is kept, and none is sent (${bearer})`,
    async (stage) => {
      const ground = await openOn(stage, bearer, {});
      await signInAs(ground.page, "ada");
      const { login } = await accountOnTheWire(ground.deployment, "ada");
      // The last of them outgrows the memory that was taken for it as it is copied.
      for (const token of [`${canary()} `, `é${canary()}`, `${canary()}${"é".repeat(400)}`]) {
        ground.wire.exchanges.length = 0;
        const body = { success: true, access_token: token, user: { ...login, token } };
        await ground.control.faults(answering("POST", LOGIN, body));
        await signInAs(ground.page, "ada");
        await ground.page.evaluate((path) => session.fetch(path).then(({ status }) => status), AGENTS);
        await huntNowhere(ground);
        const asked = ground.wire.exchanges.filter(({ url }) => url === AGENTS);
        assert.ok(asked.length > 0 && asked.every(({ headers }) => !headers.includes("authorization")));
      }
    },
  );
}

/** The ground is a deployment with that flag. */
async function openOn(stage, bearer, options) {
  return openHuntingGround(stage, await stage.another("bare", ["--bearer", bearer]), options);
}

async function openAnotherTab({ open, options }) {
  const other = await open();
  await startSession(other, options);
  return other;
}

/** Signs in from a tab that has no session of the package's, so that nobody is told. */
async function signInUnheard({ open }, name) {
  const other = await open();
  await other.evaluate(async (account) => {
    const body = await (await fetch(`/credentials/${account}`)).text();
    const headers = { "content-type": "application/json" };
    await fetch("/api/auth/login", { method: "POST", headers, body });
  }, name);
  await other.close();
}
