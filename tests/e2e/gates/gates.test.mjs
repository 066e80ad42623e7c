import assert from "node:assert/strict";
import { openBare, refresh, signIn } from "../support/bare-page.mjs";
import { demoGatesOf, openDemo, signInDemo } from "../support/demo-page.mjs";
import { FEATURES, gatesFor } from "../support/features.mjs";
import { accountOnTheWire, answering, SESSION, sessionBody } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

const NAMES = ["ada", "grace", "root"];

test(
  "the demo opens for each role what the deployment says, and the roles differ",
  scenario({ site: "demo" }, async ({ context, deployment }) => {
    const allFeatures = [];
    const page = await openDemo(context, deployment);
    for (const name of NAMES) {
      const { features } = await accountOnTheWire(deployment, name);
      await signInDemo(page, name);
      assert.deepEqual(await demoGatesOf(page), gatesFor(features), name);
      for (const feature of FEATURES) {
        const limited = features[feature]?.enabled === true && features[feature].limit !== null;
        const isShown = await page.getByTestId(`feature-${feature}-limit`).isVisible();
        assert.equal(isShown, limited, `${name}: ${feature}`);
      }
      allFeatures.push(features);
      await page.getByTestId("sign-out").click();
    }
    assert.equal(
      new Set(allFeatures.map((features) => JSON.stringify(gatesFor(features)))).size,
      NAMES.length,
    );
    const entries = allFeatures.flatMap((features) => Object.values(features));
    assert.ok(entries.some(({ enabled }) => enabled) && entries.some(({ enabled }) => !enabled));
    assert.ok(entries.some(({ limit }) => limit !== null));
  }),
);

test(
  "a gate opens for enabled: true of exactly its feature, and a limit is shown as it was sent, deep-frozen",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const limit = { perDay: 5, windows: [{ hours: [9, 17] }, []] };
    // `PROTO` is replaced in the text: in an object literal, `__proto__` is the prototype.
    const features = {
      "is-true": { enabled: true, limit },
      "is-false": { enabled: false, limit: null },
      PROTO: { enabled: true, limit: null },
      "": { enabled: true, limit: null },
    };
    const body = JSON.stringify(sessionBody(features)).replace("PROTO", "__proto__");
    await control.faults(answering("GET", SESSION, body));
    const { value } = await refresh(page);
    assert.deepEqual(value.features["is-true"].limit, limit);
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
