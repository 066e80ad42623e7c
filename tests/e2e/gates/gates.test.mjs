import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { eventsOf, openBare, refresh, signIn } from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo } from "../support/demo-page.mjs";
import { FEATURES, gatesFor } from "../support/features.mjs";
import { accountOnTheWire, answering, SESSION, sessionBody } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const NAMES = ["ada", "grace", "root"];

for (const name of NAMES) {
  test(
    `the demo opens for the role ${ACCOUNTS[name].role} what the deployment says`,
    scenario({ site: "demo" }, async ({ context, deployment }) => {
      const { features } = await accountOnTheWire(deployment, name);
      const page = await openDemo(context, deployment);
      await signInDemo(page, name);
      assert.deepEqual(await demoGatesOf(page), gatesFor(features));
      for (const feature of FEATURES) {
        const limited = features[feature]?.enabled === true && features[feature].limit !== null;
        assert.equal(await page.getByTestId(`feature-${feature}-limit`).isVisible(), limited, feature);
      }
    }),
  );
}

test(
  "the roles differ, so that their gates prove something",
  scenario(async ({ deployment }) => {
    const roles = [];
    for (const name of NAMES) roles.push((await accountOnTheWire(deployment, name)).features);
    assert.equal(new Set(roles.map((features) => JSON.stringify(gatesFor(features)))).size, roles.length);
    const entries = roles.flatMap((features) => Object.values(features));
    assert.ok(entries.some(({ enabled }) => enabled) && entries.some(({ enabled }) => !enabled));
    assert.ok(entries.some(({ limit }) => limit !== null));
  }),
);

test(
  "a role change shows at the next read",
  scenario(async ({ context, deployment, control }) => {
    const { features } = await accountOnTheWire(deployment, "grace");
    const page = await openBare(context, deployment);
    const before = await signIn(page, "ada");
    await control.account(ACCOUNTS.ada.email, { role: "expert" });
    const { value: after } = await refresh(page);
    assert.deepEqual(after, { ...before, user: { ...before.user, userType: "expert" }, features });
    assert.equal((await eventsOf(page, "signed-in")).length, 1, "the user is still the same");
    assert.deepEqual(await eventsOf(page, "signed-out"), []);
  }),
);

test(
  "a gate opens on enabled: true alone, for the very name",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    // Written out: an object literal would take `__proto__` for the prototype.
    const features = {
      "is-true": { enabled: true, limit: null },
      "is-false": { enabled: false, limit: null },
      PROTO: { enabled: true, limit: null },
      "": { enabled: true, limit: null },
    };
    const body = JSON.stringify(sessionBody(features)).replace("PROTO", "__proto__");
    await control.faults(answering("GET", SESSION, body));
    await refresh(page);
    const names = ["is-true", "__proto__", "is-false", "not-listed", "constructor", "enabled", ""];
    const states = await page.evaluate(
      (all) => all.map((name) => [session.permissions.can(name), session.permissions.state(name)]),
      names,
    );
    assert.deepEqual(states, [
      ...Array(2).fill([true, "granted"]),
      ...Array(names.length - 2).fill([false, "denied"]),
    ]);
    assert.equal(await page.evaluate(() => "enabled" in {}), false, "nothing is polluted");
  }),
);

test(
  "a limit is shown as the deployment sent it, frozen to its depths",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    const { user } = await signIn(page, "ada");
    const limit = { perDay: 5, windows: [{ hours: [9, 17] }, []] };
    await control.faults(
      answering("GET", SESSION, sessionBody({ "chat-history": { enabled: true, limit } }, user)),
    );
    const { value } = await refresh(page);
    assert.deepEqual(value.features["chat-history"].limit, limit);
    const loose = await page.evaluate(() => {
      const loose = [];
      const visit = (value, path) => {
        if (value === null || typeof value !== "object") return;
        if (!Object.isFrozen(value)) loose.push(path);
        for (const key of Reflect.ownKeys(value)) visit(value[key], `${path}.${String(key)}`);
      };
      for (const snapshot of seen.snapshots) visit(snapshot, snapshot.status);
      return loose;
    });
    assert.deepEqual(loose, []);
  }),
);
