import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { eventsOf, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS, LOGIN, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { tokenOf } from "../support/token.mjs";
import { until } from "../support/until.mjs";

const WORKSPACES = "/agent-hub-api/api/admin/workspace/list";

const statusOf = (page, path) => page.evaluate(async (at) => (await session.fetch(at)).status, path);

test(
  "a reauthenticate that throws, rejects with nothing, or signs no user in hands the 401 on",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment, { idle: true });
    for (const reauthenticate of [
      "() => { throw new Error('refused'); }",
      "() => Promise.reject()",
      "() => {}",
    ]) {
      await page.evaluate(
        `globalThis.session = bare.start({ reauthenticate: ${reauthenticate} }).session; undefined`,
      );
      await signIn(page, "ada");
      await control.expire();
      assert.equal(await statusOf(page, AGENTS), 401, reauthenticate);
      assert.equal((await snapshotOf(page)).reason, "ended", reauthenticate);
      await page.evaluate(() => session.close());
    }
  }),
);

test(
  "a token that is not taken any more is dropped, and the cookie tried alone",
  scenario(async ({ context, another }) => {
    const deployment = await another("bare", ["--bearer", "cookie"]);
    const { control, origin } = deployment;
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    // The cookie is the token that the page holds (`identity-api.md` 3).
    const cookie = await tokenOf(context, deployment);
    // A sign-in that this page does not hear of: from here on the cookie is another one than the token.
    await context.request.post(origin + LOGIN, { data: credentialsOf("ada") });
    await fetch(origin + LOGOUT, { method: "POST", headers: { cookie } });
    await control.clearLog();
    assert.equal(await statusOf(page, AGENTS), 200);
    const asked = (await control.log()).map(({ path, bearer, cookie }) => [path, bearer, cookie]);
    assert.deepEqual(asked, [
      [AGENTS, true, true],
      [SESSION, false, true],
      [AGENTS, false, true],
    ]);
    assert.equal((await snapshotOf(page)).status, "authenticated");
    assert.deepEqual(await eventsOf(page, "signed-out"), []);
  }),
);

test(
  "a 403 is handed on, and a role that changed shows by the read behind it",
  scenario(async ({ context, deployment, control }) => {
    const options = { revalidate: { minIntervalMs: 0 } };
    const page = await openBare(context, deployment, { options });
    await signIn(page, "root");
    await control.account(ACCOUNTS.root.email, { role: "default" });
    assert.equal(await statusOf(page, WORKSPACES), 403);
    await until("the new role", async () => (await snapshotOf(page)).user.userType === "default");
    assert.deepEqual(await eventsOf(page, "signed-out"), []);
  }),
);
