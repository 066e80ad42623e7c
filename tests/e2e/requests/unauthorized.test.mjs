import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const WORKSPACES = "/agent-hub-api/api/admin/workspace/list";

const statusOf = (page, path) => page.evaluate(async (at) => (await session.fetch(at)).status, path);

test(
  "a request gets its 401 where `reauthenticate` throws, rejects, or signs no user in",
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
  "a request gets its 403, and a session read shows the changed role",
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
