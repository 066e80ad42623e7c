import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { gatesOf, known, openBare, refresh, signIn } from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo } from "../support/demo-page.mjs";
import { FEATURES, gatesFor } from "../support/features.mjs";
import { accountOnTheWire, answering, SESSION, sessionBody } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

for (const name of ["ada", "grace", "root"]) {
  const { role } = ACCOUNTS[name];

  scenario(
    `the gates of the role ${role} are those that the deployment says`,
    async ({ context, deployment }) => {
      const { session, features } = await accountOnTheWire(deployment, name);
      assert.equal(session.userType, role);
      const page = await openBare(context, deployment);
      const snapshot = await signIn(page, name);
      assert.equal(snapshot.user.userType, role);
      assert.deepEqual(snapshot.features, features);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    },
  );

  scenario(
    `the demo opens for the role ${role} what the deployment says`,
    { site: "demo" },
    async ({ context, deployment }) => {
      const { features } = await accountOnTheWire(deployment, name);
      const page = await openDemo(context, deployment);
      await signInDemo(page, name);
      assert.deepEqual(await demoGatesOf(page), gatesFor(features));
      for (const feature of FEATURES) {
        const limited = features[feature]?.enabled === true && features[feature].limit !== null;
        assert.equal(await page.getByTestId(`feature-${feature}-limit`).isVisible(), limited, feature);
      }
    },
  );
}

scenario("the roles differ, so that their gates prove something", async ({ deployment }) => {
  const roles = await Promise.all(
    ["ada", "grace", "root"].map(async (name) => (await accountOnTheWire(deployment, name)).features),
  );
  assert.equal(new Set(roles.map((features) => JSON.stringify(gatesFor(features)))).size, roles.length);
  const entries = roles.flatMap((features) => Object.values(features));
  assert.ok(entries.some(({ enabled }) => enabled) && entries.some(({ enabled }) => !enabled));
  assert.ok(entries.some(({ limit }) => limit !== null));
});

scenario("a gate opens on enabled: true alone", async ({ context, deployment, control }) => {
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  const values = { "is-true": true, "is-false": false };
  const features = Object.fromEntries(
    Object.entries(values).map(([name, enabled]) => [name, { enabled, limit: null }]),
  );
  await control.faults(answering("GET", SESSION, sessionBody(features)));
  await page.evaluate(() => session.refresh());
  assert.deepEqual(await gatesOf(page, ["is-true", "is-false", "not-listed", ""]), {
    "is-true": { can: true, state: "granted" },
    "is-false": { can: false, state: "denied" },
    "not-listed": { can: false, state: "denied" },
    "": { can: false, state: "denied" },
  });
});

scenario(
  "an entry that is not what the Identity API says opens no gate",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await known(page);
    for (const entry of [
      true,
      "enabled",
      [true, null],
      {},
      ...["true", 1, null, [true]].map((enabled) => ({ enabled, limit: null })),
    ]) {
      await control.faults(answering("GET", SESSION, sessionBody({ "chat-history": entry })));
      // Whether such an answer is refused whole or in part is not what counts here.
      await refresh(page);
      const gate = await gatesOf(page, ["chat-history"]);
      assert.deepEqual(gate, { "chat-history": { can: false, state: "denied" } }, JSON.stringify(entry));
    }
  },
);
