// What an error says of the call that failed: by which name, where it was called, and what the browser said.

import assert from "node:assert/strict";
import { openBare, signIn } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

test(
  "each call that fails is named, its stack begins where it was called, and its cause is the browser's",
  scenario(async (given) => {
    const page = await openBare(given.context, given.deployment);
    await signIn(page, "ada");
    await given.context.setOffline(true);
    const errors = await page.evaluate(async (path) => {
      const described = ({ code, call, expected, cause, stack, message }) => ({
        code,
        call,
        expected,
        cause: cause?.constructor.name,
        text: stack.split("\n")[0] === `SessionError: ${message}`,
        first: /at (?:async )?(\w+)/.exec(stack)?.[1],
      });
      const failures = [];
      async function readsRoles() {
        await session.roles();
      }
      async function sendsARequest() {
        await session.fetch(path);
      }
      async function sendsForItsIdentity() {
        await session.identity.fetch(path);
      }
      for (const act of [readsRoles, sendsARequest, sendsForItsIdentity])
        await act().catch((error) => failures.push(described(error)));
      return failures;
    }, AGENTS);
    const failed = { code: "network", expected: false, cause: "TypeError", text: true };
    assert.deepEqual(errors, [
      { ...failed, call: "roles", first: "readsRoles" },
      { ...failed, call: "fetch", first: "sendsARequest" },
      { ...failed, call: "fetch", first: "sendsForItsIdentity" },
    ]);
  }),
);

test(
  "identity.fetch sends nothing once its identity has ended, and session.fetch goes on",
  scenario(async (given) => {
    const page = await openBare(given.context, given.deployment);
    await signIn(page, "ada");
    const [ended, other] = await page.evaluate(async (path) => {
      const { fetch } = session.identity;
      const first = await fetch(path);
      await session.logout();
      await session.login({ email: "grace@example.com", password: "correct horse battery staple" });
      const late = await fetch(path).catch(({ code, call, expected }) => ({ code, call, expected }));
      const again = await session.identity.fetch(path);
      return [late, [first.status, again.status, session.identity.fetch === fetch]];
    }, AGENTS);
    assert.deepEqual(ended, { code: "superseded", call: "fetch", expected: true });
    assert.deepEqual(other, [200, 200, false]);
  }),
);

test(
  "within reauthenticate, identity.fetch of the session that it is given does not wait for it",
  scenario(async (given) => {
    const page = await openBare(given.context, given.deployment);
    await signIn(page, "ada");
    await page.evaluate(async (path) => {
      session.close();
      globalThis.seen = [];
      globalThis.session = bare.platformSession.createSession({
        async reauthenticate(within) {
          seen.push((await within.identity.fetch(path)).status);
          throw new Error("given up");
        },
      });
      await session.ready;
    }, AGENTS);
    await given.control.expire();
    const status = await page.evaluate(async (path) => (await session.fetch(path)).status, AGENTS);
    assert.deepEqual([status, await page.evaluate(() => seen)], [401, [401]]);
  }),
);
