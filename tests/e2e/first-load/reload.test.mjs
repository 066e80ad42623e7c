import assert from "node:assert/strict";
import { gatesOf, known, openBare, signIn } from "../support/bare-page.mjs";
import { FEATURES, gatesFor } from "../support/features.mjs";
import { accountOnTheWire, SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

test(
  "a reload keeps the session, by the cookie alone",
  scenario(async ({ context, deployment, control, watch }) => {
    const { session: wire, features } = await accountOnTheWire(deployment, "grace");
    const page = await openBare(context, deployment);
    const before = await signIn(page, "grace");
    await control.clearLog();
    await page.reload();

    const created = await page.evaluate(() => seen.atCreation);
    assert.deepEqual([created.snapshot.status, created.can, created.state], ["unknown", false, "unknown"]);
    const after = await known(page);
    // Company and end are known from the sign-in alone, which was before the reload.
    assert.deepEqual(after, { ...before, expiresAt: null, user: { ...before.user, company: null } });
    assert.deepEqual([after.user.authSource, after.features], [wire.authSource, features]);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    await watch.quiet();
    assert.deepEqual(await control.log(), [{ method: "GET", path: SESSION, cookie: true, bearer: false }]);
  }),
);
