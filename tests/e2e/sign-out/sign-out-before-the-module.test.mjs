// A sign-out that is called while the WebAssembly is on its way, together with what was called before it or is heard meanwhile.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { openBare, signIn, snapshotsOf } from "../support/bare-page.mjs";
import { openHeld } from "../support/held-page.mjs";
import { LOGIN, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** A page that shows ada before its module is there, and another tab. */
async function openBoth({ context, deployment }) {
  const there = await openBare(context, deployment);
  await signIn(there, "ada");
  const here = await openHeld(context, deployment);
  await untilShown(here, "authenticated");
  return { there, here };
}

/** Another tab says this word, and nothing more comes of it. */
const say = (page, word) =>
  page.evaluate(
    (said) => new BroadcastChannel(`platform-session:${location.origin}`).postMessage(said),
    word,
  );

/** What was shown since the gates closed at the call. */
async function shownSince(page) {
  const statuses = (await snapshotsOf(page)).map(({ status }) => status);
  return statuses.slice(statuses.indexOf("unauthenticated"));
}

scenario("a sign-in that was called before it is refused, and not sent", async (given) => {
  const { control, watch } = given;
  const { there, here } = await openBoth(given);
  await watch.quiet();
  await control.clearLog();
  await here.evaluate((grace) => {
    globalThis.signingIn = bare.outcome(session.login(grace));
    bare.outcome(session.logout());
  }, credentialsOf("grace"));
  await say(there, "signed-in");
  await here.evaluate(() => held.release());
  const { error } = await here.evaluate(() => signingIn);
  assert.equal(error.code, "superseded");
  await here.evaluate(() => session.ready.then(() => {}));
  await watch.quiet();
  assert.equal((await control.requests("POST", LOGIN)).length, 0);
});

scenario(
  "a refresh that was called before it tells no other tab that the sign-out is over, and changes nothing that is shown",
  async (given) => {
    const { there, here } = await openBoth(given);
    await there.evaluate(() => {
      globalThis.words = [];
      globalThis.listening = new BroadcastChannel(`platform-session:${location.origin}`);
      listening.onmessage = ({ data }) => words.push(data);
    });
    const words = () => there.evaluate(() => globalThis.words);
    await here.evaluate(() => {
      globalThis.refreshing = bare.outcome(session.refresh());
      globalThis.signingOut = bare.outcome(session.logout());
    });
    await here.evaluate(() => held.release());
    assert.deepEqual(await here.evaluate(() => signingOut), { value: null });
    const { value } = await here.evaluate(() => refreshing);
    assert.equal(value.reason, "signed-out");
    assert.deepEqual(new Set(await shownSince(here)), new Set(["unauthenticated"]));
    await until("its end to be told", async () => (await words()).length > 1);
    const [name] = /:\d+$/.exec((await words())[0]);
    assert.deepEqual(
      await words(),
      ["signed-out", "sign-out-over"].map((word) => word + name),
    );
  },
);

scenario("it is sent where a listener closes the session as the module comes", async (given) => {
  const { control, watch } = given;
  const { there, here } = await openBoth(given);
  await here.evaluate(() => {
    session.addEventListener("signed-out", () => session.close());
    globalThis.signingOut = bare.outcome(session.logout());
  });
  await say(there, "signed-out");
  await watch.quiet();
  await control.clearLog();
  await here.evaluate(() => held.release());
  await here.evaluate(() => signingOut);
  await watch.quiet();
  // Where it is on its way as the session is closed, it is sent once more, so that it outlives that.
  const sent = (await control.requests("POST", LOGOUT)).length;
  assert.ok(sent === 1 || sent === 2, `${sent}`);
});

scenario("a first read that failed changes nothing of what is shown since the call", async (given) => {
  const { context, deployment, control, watch } = given;
  await control.faults({ method: "GET", path: SESSION, times: 1, status: 503 });
  const page = await openHeld(context, deployment);
  await watch.quiet();
  await page.evaluate(() => {
    globalThis.signingOut = bare.outcome(session.logout());
  });
  await page.evaluate(() => held.release());
  assert.deepEqual(await page.evaluate(() => signingOut), { value: null });
  assert.deepEqual(new Set(await shownSince(page)), new Set(["unauthenticated"]));
});
