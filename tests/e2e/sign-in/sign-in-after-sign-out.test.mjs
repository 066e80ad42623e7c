// A sign-in right after a sign-out leaves once the sign-out is over: one that is overtaken would end what it began.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { known, openBare, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS, LOGIN, LOGOUT } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const TRIES = 25;
/** How long a sign-in waits for a sign-out that nobody answers. */
const PATIENCE_MS = 3_000;

scenario(
  "a sign-in right after a sign-out leaves when the sign-out is answered; gates and caller know at once",
  (given) =>
    withRelay(given, async ({ page, relay }) => {
      const logout = relay.halt("answer", "POST", LOGOUT);
      const at = await beginBoth(page);
      assert.deepEqual(at, { user: null, features: {}, can: false }, "in the turn of the call");
      assert.equal((await page.evaluate(() => both.signedOut)).error.code, "superseded");
      await logout.met();
      await pause(page, 300);
      assert.equal(relay.count("POST", LOGIN), 1, "the sign-in waits");
      logout.go();
      assert.equal((await page.evaluate(() => both.signedIn)).value.user.email, ACCOUNTS.grace.email);
      await assertSignedIn(page);
    }),
);

scenario("a sign-in right after a sign-out leaves when the sign-out has failed", (given) =>
  withRelay(given, async ({ page, relay }) => {
    const logout = relay.halt("request", "POST", LOGOUT);
    await beginBoth(page);
    await logout.met();
    await pause(page, 300);
    assert.equal(relay.count("POST", LOGIN), 1, "the sign-in waits");
    logout.lose();
    assert.equal((await page.evaluate(() => both.signedIn)).value.user.email, ACCOUNTS.grace.email);
    await assertSignedIn(page);
  }),
);

scenario("a sign-in right after a sign-out that hangs leaves after three seconds", (given) =>
  withRelay(given, async ({ page, relay }) => {
    const logout = relay.halt("request", "POST", LOGOUT);
    const began = performance.now();
    await beginBoth(page);
    await until("the sign-in to leave", () => relay.count("POST", LOGIN) === 2);
    const waited = performance.now() - began;
    assert.ok(waited > PATIENCE_MS - 100, `it left after ${waited} ms`);
    assert.equal((await page.evaluate(() => both.signedIn)).value.user.email, ACCOUNTS.grace.email);
    await logout.met();
    logout.lose();
    await assertSignedIn(page);
  }),
);

scenario("of two sign-ins after a sign-out on its way the newer one leaves alone", (given) =>
  withRelay(given, async ({ page, relay }) => {
    const logout = relay.halt("answer", "POST", LOGOUT);
    await beginBoth(page, "root");
    await logout.met();
    await page.evaluate((credentials) => {
      both.older = both.signedIn;
      both.signedIn = bare.outcome(session.login(credentials));
    }, credentialsOf("grace"));
    assert.equal((await page.evaluate(() => both.older)).error.code, "superseded");
    logout.go();
    assert.equal((await page.evaluate(() => both.signedIn)).value.user.email, ACCOUNTS.grace.email);
    assert.equal(relay.count("POST", LOGIN), 2, "one for each that left");
    await assertSignedIn(page);
  }),
);

scenario(`${TRIES} sign-ins right after sign-outs that are slow on their way all last`, (given) =>
  withRelay(given, async ({ page, relay }) => {
    for (let time = 0; time < TRIES; time += 1) {
      // It arrives behind any sign-in that leaves before it is answered, as a slow road has it.
      const logout = relay.halt("request", "POST", LOGOUT);
      const signIns = relay.count("POST", LOGIN);
      await beginBoth(page);
      await logout.met();
      await pause(page, 40);
      const overtaken = relay.count("POST", LOGIN) > signIns;
      if (overtaken) await page.evaluate(() => both.signedIn);
      logout.go();
      assert.equal((await page.evaluate(() => both.signedIn)).value?.user.email, ACCOUNTS.grace.email);
      assert.equal(await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS), 200);
      assert.equal(overtaken, false, `sign-in ${time + 1} waited`);
    }
    await assertSignedIn(page);
  }),
);

/** A page of Ada's that is reached over a relay. */
async function withRelay(given, story) {
  const relay = await startRelay(given.deployment);
  try {
    const page = await openBare(given.context, relay);
    await signIn(page, "ada");
    await story({ page, relay });
  } finally {
    await relay.stop();
  }
}

/** Signs out and at once in again, as `both`; what the page shows in the turn of the calls. */
const beginBoth = (page, name = "grace") =>
  page.evaluate((credentials) => {
    globalThis.both = { signedOut: bare.outcome(session.logout()) };
    both.signedIn = bare.outcome(session.login(credentials));
    const { user, features } = bare.plain(session.snapshot);
    return { user, features, can: session.permissions.can("chat-history") };
  }, credentialsOf(name));

/** Grace is signed in, here and at the deployment, and stays so. */
async function assertSignedIn(page) {
  assert.equal((await refresh(page)).value.user?.email, ACCOUNTS.grace.email);
  assert.equal(await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS), 200);
  await pause(page);
  assert.equal((await snapshotOf(page)).user?.email, ACCOUNTS.grace.email);
  await page.reload();
  assert.equal((await known(page)).user?.email, ACCOUNTS.grace.email);
}
