// A page opens its gates on the first answer, while its WebAssembly is still loading: messages of other tabs count there, too.

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

/** Opens a page that shows its user, with WebAssembly that loads once `held.release()` is called. */
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
  "a sign-out in another tab closes at once the gates that the first answer opened, and the engine opens none of them",
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
  "a logout() is not undone by an older sign-in of another tab",
  scenario(async ({ context, deployment, control }) => {
    const there = await openBare(context, deployment);
    await signIn(there, "ada");
    const here = await openHeld(context, deployment);
    // The page is busy: the other tab's message arrives after the call.
    const busy = here.evaluate(() => {
      const end = performance.now() + 1000;
      while (performance.now() < end);
      globalThis.signedOut = bare.outcome(session.logout());
    });
    await login(there, credentialsOf("ada"));
    await busy;
    await pause(here, 300);
    await here.evaluate(() => held.release());
    assert.deepEqual(await here.evaluate(() => signedOut), { value: null });
    assert.equal((await control.requests("POST", LOGOUT)).length, 1);
    assert.equal((await snapshotOf(here)).user, null);
  }),
);

test(
  "a page stays signed out while its login() waits, whichever user the first read finds",
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
