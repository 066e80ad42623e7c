// What a page shows while its first answer and its WebAssembly are loading, in either order, or where they fail.

import assert from "node:assert/strict";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { gatesOf, refresh, snapshotOf } from "../e2e/support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../e2e/support/features.mjs";
import { accountOnTheWire, SESSION } from "../e2e/support/identity-api.mjs";
import { until } from "../e2e/support/until.mjs";
import { signInUnheard, untilShown } from "./stage.mjs";

const WASM = "/pkg/wasm/platform_session_bg.wasm";
const ada = credentialsOf("ada");

export function firstLoad(scenario) {
  scenario("the first answer opens the gates while the WebAssembly is loading", async (given) => {
    const { deployment, open } = given;
    const { features } = await accountOnTheWire(deployment, "ada");
    const relay = await given.relay(deployment);
    await signInUnheard(await open(relay, { idle: true }), ada);
    const module = relay.halt("request", "GET", WASM);
    const page = await open(relay, { early: true });
    await module.met();
    await untilShown(page, { status: "authenticated" });
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    assert.equal(relay.count("GET", SESSION), 1);
    module.go();
    assert.equal((await refresh(page)).value.user.email, ada.email);
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
  });

  scenario("until the first answer every gate is closed, also with the WebAssembly loaded", async (given) => {
    const { deployment, open } = given;
    const relay = await given.relay(deployment);
    await signInUnheard(await open(relay, { idle: true }), ada);
    const answer = relay.halt("answer", "GET", SESSION);
    const page = await open(relay, { early: true });
    await answer.met();
    await until("the request for the WebAssembly", () => relay.count("GET", WASM) === 1);
    assert.equal((await snapshotOf(page)).status, "unknown");
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    answer.go();
    await untilShown(page, { status: "authenticated" });
    assert.ok((await gatesOf(page, FEATURES))["chat-history"].can);
  });

  for (const [what, fault] of [
    ["is missing", { status: 404 }],
    ["is answered 500", { status: 500 }],
    ["is a page of HTML", { status: 200, headers: { "content-type": "text/html" }, body: "<p>Restarting" }],
  ]) {
    scenario(
      `where the WebAssembly ${what}, ready rejects and gates are closed until it loads`,
      async (given) => {
        const { deployment, control, open } = given;
        const { features } = await accountOnTheWire(deployment, "ada");
        const page = await open(deployment, { idle: true });
        await signInUnheard(page, ada);
        await control.faults({ method: "GET", path: WASM, times: 100, ...fault });
        const ready = await page.evaluate(() => {
          globalThis.seen = bare.start({});
          globalThis.session = seen.session;
          return bare.outcome(session.ready);
        });
        assert.deepEqual([ready.error?.code, ready.error?.retryable], ["wasm-unavailable", true]);
        assert.equal((await snapshotOf(page)).status, "unknown");
        assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
        await control.clearFaults();
        // The session recovers by itself, without a call.
        await untilShown(page, { status: "authenticated", email: ada.email });
        assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
      },
    );
  }

  scenario(
    "under a policy that forbids WebAssembly gates open, and sign-out and sign-in work",
    async (given) => {
      const { deployment, open } = given;
      const { features } = await accountOnTheWire(deployment, "ada");
      await signInUnheard(await open(deployment, { idle: true }), ada);
      const page = await open(deployment, { file: "no-wasm.html" });
      const seen = await page.evaluate(async (credentials) => {
        const { user } = await session.ready;
        await session.logout();
        const { status } = session.snapshot;
        return [user.email, status, (await session.login(credentials)).user.email];
      }, ada);
      assert.deepEqual(seen, [ada.email, "unauthenticated", ada.email]);
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    },
  );
}
