import assert from "node:assert/strict";
import { credentialsOf } from "./support/accounts.mjs";
import { gatesOf, openBare, snapshotOf } from "./support/bare-page.mjs";
import { closedGates, FEATURES } from "./support/features.mjs";
import { stage } from "./support/stage.mjs";

const { scenario } = stage();

// Chromium reports what the policy blocked; the page itself must have caught it.
const BLOCKED = /^(?!.*Uncaught).*WebAssembly.*Content Security Policy/is;

scenario(
  "under a policy without 'wasm-unsafe-eval' every call ends with a typed error and every gate stays closed",
  {
    expects: [BLOCKED],
  },
  async ({ context, deployment, watch }) => {
    const page = await openBare(context, deployment, { file: "no-wasm.html" });
    await assertUnavailable(page);
    assert.deepEqual(watch.uncaught, []);
  },
);

scenario(
  "where the WebAssembly is not found every call ends with a typed error and every gate stays closed",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment, { options: { wasm: "/absent.wasm" } });
    await assertUnavailable(page);
  },
);

scenario(
  "where the WebAssembly is something else every call ends with a typed error and every gate stays closed",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment, { options: { wasm: "/bare.js" } });
    await assertUnavailable(page);
  },
);

scenario(
  "a session without WebAssembly does not spoil the next one on the page",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment, { options: { wasm: "/absent.wasm" } });
    const status = await page.evaluate(async () => {
      await bare.outcome(session.ready);
      const next = bare.start({});
      return (await next.session.ready).status;
    });
    assert.equal(status, "unauthenticated");
  },
);

async function assertUnavailable(page) {
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
}
