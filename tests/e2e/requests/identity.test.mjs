// A request ends with the identity that made it, wherever it is. Its body, in three engines: tests/engines/requests.mjs.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { known, login, logout, openBare, signIn } from "../support/bare-page.mjs";
import { AGENTS, SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** Where a request is as its identity ends: what brings it there. */
const PLACES = {
  waiting: async (page, relay) => {
    const read = relay.halt("answer", "GET", SESSION);
    await page.evaluate(
      () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })) && undefined,
    );
    await read.met();
    await ask(page);
  },
  "under way": async (page, relay) => {
    const answer = relay.halt("answer", "GET", AGENTS);
    await ask(page);
    await answer.met();
  },
};

for (const [place, what, end] of [
  ["waiting", "another tab's sign-out", ({ there }) => logout(there)],
  ["under way", "another user", ({ page }) => login(page, credentialsOf("grace"))],
])
  test(
    `a request that is ${place} ends with its identity, at ${what}`,
    scenario(async (given) => {
      const { page, there, relay } = await openBoth(given);
      await PLACES[place](page, relay);
      await page.evaluate(() => {
        globalThis.before = session.identity;
      });
      await end({ page, there });
      const { error } = await page.evaluate(() => globalThis.ending);
      assert.equal(error?.code, "superseded", JSON.stringify(error));
      assert.equal(await page.evaluate(() => before.signal.aborted), true);
    }),
  );

/** Two tabs of Ada's, over a relay. */
async function openBoth({ context, another, relay: startRelay }) {
  const relay = await startRelay(await another("bare", ["--bearer", "cookie"]));
  const there = await openBare(context, relay);
  await signIn(there, "ada");
  const page = await openBare(context, relay);
  // Not by a sign-in of its own: the other tab would read once more, and that read could be the one that is held.
  await known(page);
  return { page, there, relay };
}

/** A request of the page's; `ending` says how it ended. */
const ask = (page) =>
  page.evaluate((path) => {
    globalThis.ending = bare.outcome(session.fetch(path).then((answer) => answer.text()));
  }, AGENTS);
