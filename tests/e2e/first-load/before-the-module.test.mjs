// A page with its WebAssembly still on the way has opened its gates on the first answer: what other tabs say counts there too.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import {
  eventsOf,
  gatesOf,
  login,
  openBare,
  signIn,
  snapshotOf,
  snapshotsOf,
} from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { LOGIN, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

/** A page that shows who is signed in, with a module that comes once it is let go. */
async function openHeld(context, deployment) {
  const page = await openBare(context, deployment, { idle: true });
  await page.evaluate(async () => {
    globalThis.held = await bare.holdModule();
    globalThis.seen = bare.start({ wasm: held.wasm });
    globalThis.session = seen.session;
  });
  await untilShown(page, "authenticated");
  return page;
}

test(
  "a sign-out in another tab closes at once what the first answer opened, and the module opens nothing of it",
  scenario(async ({ context, deployment }) => {
    const there = await openBare(context, deployment);
    await signIn(there, "ada");
    const here = await openHeld(context, deployment);
    const opened = (await snapshotsOf(here)).length;
    await there.evaluate(() => session.logout());
    await until("the gates to close", async () => (await snapshotOf(here)).user === null);
    assert.equal((await gatesOf(here, ["chat-history"]))["chat-history"].can, false);
    await here.evaluate(() => held.release());
    await untilShown(here, "unauthenticated");
    assert.ok((await snapshotsOf(here)).slice(opened).every(({ user }) => user === null));
    assert.deepEqual(await gatesOf(here, FEATURES), closedGates("denied"));
    assert.deepEqual(await eventsOf(here, "signed-in"), []);
  }),
);

test(
  "a logout() is not lost to a sign-in of another tab that is older",
  scenario(async ({ context, deployment, control }) => {
    const there = await openBare(context, deployment);
    await signIn(there, "ada");
    const here = await openHeld(context, deployment);
    // The page is busy: what the other tab says meanwhile comes after the call.
    const busy = here.evaluate(() => {
      const until = performance.now() + 1000;
      while (performance.now() < until);
      globalThis.out = bare.outcome(session.logout());
    });
    await login(there, credentialsOf("ada"));
    await busy;
    await pause(here, 300);
    await here.evaluate(() => held.release());
    assert.deepEqual(await here.evaluate(() => out), { value: null });
    assert.equal((await control.requests("POST", LOGOUT)).length, 1);
    assert.equal((await snapshotOf(here)).user, null);
  }),
);

test(
  "a form that is shown stays while its login() waits, whichever user the first read finds",
  scenario(async ({ context, deployment, control }) => {
    await signIn(await openBare(context, deployment), "ada");
    const page = await openBare(context, deployment, { idle: true });
    await control.faults(
      { method: "GET", path: SESSION, times: 1, delay_ms: 200 },
      { method: "POST", path: LOGIN, times: 1, delay_ms: 600 },
    );
    const shown = await page.evaluate(async (credentials) => {
      const { wasm, release } = await bare.holdModule();
      const { session, snapshots } = bare.start({ wasm, initial: { authenticated: false } });
      const signedIn = session.login(credentials);
      setTimeout(release, 600);
      await signedIn;
      return snapshots.map(({ status, user }) => `${status} ${user?.email ?? ""}`);
    }, credentialsOf("grace"));
    assert.deepEqual(shown, ["unauthenticated ", "authenticated grace@example.com"]);
  }),
);
