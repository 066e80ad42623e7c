// A session from sign-in to sign-out.

import assert from "node:assert/strict";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { gatesFor } from "../e2e/support/features.mjs";
import { AGENTS, accountOnTheWire } from "../e2e/support/identity-api.mjs";

const ada = credentialsOf("ada");

export function wholeSession(scenario) {
  scenario(
    "a sign-in opens the gates of the role, requests carry the token, and a sign-out closes them",
    async ({ deployment, open }) => {
      const { login, features } = await accountOnTheWire(deployment, "ada");
      const page = await open();
      assert.equal(await page.evaluate(() => session.snapshot.status), "unauthenticated");
      await page.evaluate((credentials) => session.login(credentials).then(() => {}), ada);
      assert.equal(await page.evaluate(() => session.snapshot.user.id), login.id);
      const gates = await page.evaluate(
        (names) =>
          Object.fromEntries(
            names.map((feature) => {
              const gate = session.gate({ feature });
              return [feature, { can: gate.granted, state: gate.value }];
            }),
          ),
        Object.keys(gatesFor(features)),
      );
      assert.deepEqual(gates, gatesFor(features));
      assert.equal(
        await page.evaluate((path) => session.fetch(path).then(({ status }) => status), AGENTS),
        200,
      );
      const [request] = await deployment.control.requests("GET", AGENTS);
      assert.deepEqual([request.cookie, request.bearer], [true, true]);

      await page.evaluate(() => session.logout().then(() => {}));
      assert.deepEqual(
        await page.evaluate(() => [session.snapshot.reason, session.permissions.can("chat-history")]),
        ["signed-out", false],
      );
    },
  );

  scenario(
    "a request of a page without a token calls `reauthenticate` at its 401, and is sent again",
    async ({ open }) => {
      const first = await open();
      await first.evaluate((credentials) => session.login(credentials).then(() => {}), ada);
      const page = await open();
      const [status, reasons] = await page.evaluate(
        async (path, credentials) => {
          session.close();
          const reasons = [];
          const { session: again } = bare.start({
            reauthenticate: (within, { reason, user }) => {
              reasons.push([reason, user.email]);
              return within.login(credentials);
            },
          });
          await again.ready;
          const { status } = await again.fetch(path);
          again.close();
          return [status, reasons];
        },
        AGENTS,
        ada,
      );
      assert.deepEqual([status, reasons], [200, [["bearer", ada.email]]]);
    },
  );
}
