// The module does not come, or does not run: for good, or at first, as while a deployment restarts.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { gatesOf, openBare, refresh, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const WASM = "/pkg/wasm/platform_session_bg.wasm";
const WITHOUT_WASM = "/pkg/dist/without-wasm.js";

// Chromium reports what the policy blocked; the page itself must have caught it.
const BLOCKED = /^(?!.*Uncaught).*WebAssembly.*Content Security Policy/is;

for (const [what, how] of [
  ["the WebAssembly is not found", { options: { wasm: "/absent.wasm" } }],
  ["the WebAssembly is something else", { options: { wasm: "/bare.js" } }],
  ["a policy forbids it, and the engine as JavaScript is not found either,", { file: "no-wasm.html" }],
]) {
  test(
    `where ${what} every call ends with a typed error and every gate stays closed`,
    scenario({ expects: [BLOCKED] }, async ({ context, deployment, control }) => {
      await control.faults({ method: "GET", path: WITHOUT_WASM, times: 100, status: 404 });
      const page = await openBare(context, deployment, how);
      const ended = await page.evaluate(async (credentials) => {
        const calls = [() => session.ready, () => session.refresh(), () => session.login(credentials)];
        const outcomes = [];
        for (const call of calls) outcomes.push(await bare.outcome(call()));
        return outcomes;
      }, credentialsOf("ada"));
      for (const { error } of ended)
        assert.deepEqual([error?.name, error?.code], ["SessionError", "wasm-unavailable"]);
      assert.equal((await snapshotOf(page)).status, "unknown");
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("unknown"));
    }),
  );
}

test(
  "under a policy without 'wasm-unsafe-eval' the session starts, however the module is given",
  scenario({ expects: [BLOCKED] }, async ({ context, deployment }) => {
    await signIn(await openBare(context, deployment), "ada");
    for (const given of ["address", "Response", "bytes"]) {
      const page = await openBare(context, deployment, { file: "no-wasm.html", idle: true });
      const email = await page.evaluate(
        async ([given, address]) => {
          const response = given === "address" ? undefined : await fetch(address);
          const wasm = given === "bytes" ? await response.arrayBuffer() : (response ?? address);
          return (await bare.start({ wasm }).session.ready).user.email;
        },
        [given, WASM],
      );
      assert.equal(email, ACCOUNTS.ada.email, given);
    }
  }),
);

for (const [what, fault, reason] of [
  ["503", { status: 503 }, "HTTP 503"],
  ["half of it", { drop: "mid-body" }, "TypeError"],
]) {
  test(
    `a page that makes no call recovers by itself where the WebAssembly was answered ${what} at first, and says so`,
    scenario(async ({ context, deployment, control, watch }) => {
      const { features } = await signIn(await openBare(context, deployment), "ada");
      // More often than the browser asks by itself.
      await control.faults({ method: "GET", path: WASM, times: 3, ...fault });
      const page = await openBare(context, deployment);
      const { error } = await until("the failure to be told", async () =>
        (await snapshotsOf(page)).find(({ error }) => error !== null),
      );
      assert.deepEqual([error.code, error.retryable], ["wasm-unavailable", true]);
      const knows = async () => {
        const { status, error } = await snapshotOf(page);
        return status === "authenticated" && error === null;
      };
      await until("the page to know again", knows, { timeoutMs: 25_000 });
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
      // The module's own word: before it was there, only the first answer was shown.
      assert.equal((await refresh(page)).value.user.email, ACCOUNTS.ada.email);
      const said = watch.consoleLines.filter((line) => line.startsWith("platform-session: "));
      assert.ok(said.length > 0);
      for (const line of said)
        assert.ok(line.includes("the WebAssembly did not load") && line.includes(reason), line);
    }),
  );
}
