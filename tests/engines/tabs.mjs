// Two pages of one deployment, each in a visible window.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../e2e/support/accounts.mjs";
import { gatesOf, known, login, logout, signIn, snapshotsOf } from "../e2e/support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../e2e/support/features.mjs";
import { accountOnTheWire, LOGOUT } from "../e2e/support/identity-api.mjs";
import { untilShown } from "./stage.mjs";

export function tabs(scenario) {
  scenario("a sign-in in another tab shows here", async ({ open }) => {
    const [here, there] = [await open(), await open()];
    const { features } = await signIn(there, "ada");
    await untilShown(here, { status: "authenticated", email: ACCOUNTS.ada.email });
    assert.deepEqual(await gatesOf(here, FEATURES), gatesFor(features));
  });

  scenario(
    "a sign-out in another tab closes gates here before the deployment has answered",
    async (given) => {
      const relay = await given.relay(given.deployment);
      const there = await given.open(relay);
      await signIn(there, "ada");
      const here = await given.open(relay);
      assert.equal((await known(here)).status, "authenticated");
      const answer = relay.halt("answer", "POST", LOGOUT);
      await there.evaluate(() => {
        globalThis.ended = bare.outcome(session.logout());
      });
      await answer.met();
      await untilShown(here, { status: "unauthenticated", reason: "signed-out" });
      assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));
      answer.go();
      assert.deepEqual(await there.evaluate(() => ended), { value: null });
      const snapshots = await snapshotsOf(here);
      const closed = snapshots.findIndex(({ reason }) => reason === "signed-out");
      assert.ok(
        snapshots.slice(closed).every(({ user }) => user === null),
        "no user after the sign-out",
      );
    },
  );

  scenario(
    "another user's sign-in in another tab shows here, never with features of the previous user",
    async (given) => {
      const { deployment, open, control } = given;
      const ada = await accountOnTheWire(deployment, "ada");
      const grace = await accountOnTheWire(deployment, "grace");
      const [here, there] = [await open(), await open()];
      await signIn(here, "ada");
      await login(there, credentialsOf("grace"));
      await untilShown(here, { email: ACCOUNTS.grace.email });
      for (const { user, features } of await snapshotsOf(here)) {
        const owner = [ada, grace].find(({ session }) => session.id === user?.id);
        assert.deepEqual(features, owner?.features ?? {});
      }
      await control.clearLog();
      await here.evaluate(() => bare.outcome(session.roles()));
      const requests = await control.requests("GET", "/api/roles");
      assert.ok(requests.length > 0 && requests.every(({ bearer }) => !bearer), "Ada's token is gone");
    },
  );

  scenario(
    "with tabs off a page neither sends messages to other tabs nor receives theirs",
    async ({ deployment, open }) => {
      const there = await open();
      const here = await open(deployment, { options: { tabs: false } });
      await there.evaluate((origin) => {
        globalThis.heard = [];
        new BroadcastChannel(`platform-session:${origin}`).onmessage = ({ data }) => heard.push(data);
      }, deployment.origin);
      await signIn(here, "ada");
      assert.deepEqual(await there.evaluate(() => heard), []);
      await logout(there);
      assert.equal(await here.evaluate(() => session.snapshot.status), "authenticated");
    },
  );
}
