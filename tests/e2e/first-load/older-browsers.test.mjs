// The oldest browsers that `docs/deploying.md` names, by what they lack.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { eventsOf, known, openBare } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** Runs in a page before its scripts: removes what Chrome 103, Firefox 100 or Safari 16 does not have. */
function removeNewerParts() {
  const lacking = {
    "String.prototype": "isWellFormed toWellFormed",
    "Array.prototype": "findLast findLastIndex toReversed toSorted toSpliced with group",
    Array: "fromAsync",
    Object: "groupBy",
    Map: "groupBy",
    Promise: "withResolvers try",
    "Set.prototype":
      "union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom",
    "Iterator.prototype": "map filter take drop flatMap reduce toArray forEach some every find",
    URL: "canParse parse",
    "URLSearchParams.prototype": "size",
    Response: "json",
    AbortSignal: "any",
    RegExp: "escape",
    Math: "sumPrecise f16round",
    Error: "isError",
    JSON: "rawJSON isRawJSON",
    "ArrayBuffer.prototype": "resize transfer transferToFixedLength",
    Uint8Array: "fromBase64 fromHex",
    "Uint8Array.prototype": "toBase64 toHex",
    ReadableStream: "from",
    Symbol: "dispose asyncDispose observable",
    globalThis: "scheduler navigation Iterator DisposableStack SuppressedError CloseWatcher",
  };
  const removed = [];
  for (const [owner, names] of Object.entries(lacking)) {
    const holder = owner.split(".").reduce((at, name) => at?.[name], globalThis);
    for (const name of names.split(" ")) {
      if (!holder || !(name in holder)) continue;
      const { configurable } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
      if (configurable) removed.push(`${owner}.${name}`) && delete holder[name];
    }
  }
  globalThis.removed = removed;
}

test(
  "all calls but session.fetch work in the oldest supported browsers",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment, { before: removeNewerParts });
    const removed = await page.evaluate(() => globalThis.removed);
    for (const name of [
      "String.prototype.isWellFormed",
      "AbortSignal.any",
      "Promise.withResolvers",
      "URL.canParse",
    ])
      assert.ok(removed.includes(name), `${name}, of ${removed}`);
    assert.equal((await known(page)).status, "unauthenticated");
    const outcomes = await page.evaluate(
      async ([credentials, path]) => {
        const malformed = createdWith({ name: "\ud800" });
        const wellFormed = createdWith({ name: "\ud835\udc9c" });
        const states = [];
        session
          .gate({ feature: "chat-history", atLeast: "default" })
          .subscribe((state) => states.push(state));
        const signedIn = (await session.login(credentials)).user.name;
        const read = (await session.refresh()).user.name;
        const features = Object.keys(await session.permissions.refresh()).length > 0;
        const roles = (await session.roles()).length;
        const sso = (await session.sso.config()).enabled;
        const address = session.sso.url({ returnUrl: "/reports" });
        const fetched = await session.fetch(path).catch(({ name }) => name);
        await session.logout();
        function createdWith(user) {
          const listed = { "chat-history": { enabled: true } };
          const whole = { id: 7, email: "e", userType: "default", permissions: listed, ...user };
          return bare.start({ tabs: false, initial: { authenticated: true, user: whole } }).session.snapshot
            .status;
        }
        return { signedIn, read, features, roles, sso, address, fetched, states, malformed, wellFormed };
      },
      [credentialsOf("ada"), AGENTS],
    );
    const { states, address, ...others } = outcomes;
    assert.deepEqual(others, {
      signedIn: "Ada Lovelace",
      read: "Ada Lovelace",
      features: true,
      roles: 3,
      sso: false,
      fetched: "TypeError",
      malformed: "unknown",
      wellFormed: "authenticated",
    });
    assert.match(address, /return_url=%2Freports$/);
    assert.deepEqual([states[0], states.at(-1)], ["denied", "denied"]);
    assert.ok(states.includes("granted"), `${states}`);
    assert.deepEqual((await eventsOf(page, "signed-out")).length, 1);
  }),
);
