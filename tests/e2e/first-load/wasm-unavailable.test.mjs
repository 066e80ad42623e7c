import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { gatesOf, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

const WASM = "/pkg/wasm/platform_session_bg.wasm";
const WITHOUT_WASM = "/pkg/dist/without-wasm.js";

// Chromium reports what the policy blocked; the page itself must have caught it.
const BLOCKED = /^(?!.*Uncaught).*WebAssembly.*Content Security Policy/is;

scenario(
  "under a policy without 'wasm-unsafe-eval', where the engine as JavaScript is not found either, every call ends with a typed error and every gate stays closed",
  { expects: [BLOCKED] },
  async ({ context, deployment, control, watch }) => {
    await control.faults({ method: "GET", path: WITHOUT_WASM, times: 100, status: 404 });
    const page = await openBare(context, deployment, { file: "no-wasm.html" });
    await assertUnavailable(page);
    const url = () => bare.outcome(Promise.resolve().then(() => session.sso.url({ returnUrl: "/" })));
    const { error } = await page.evaluate(url);
    assert.deepEqual([error?.code, error?.retryable], ["not-ready", true]);
    assert.deepEqual(watch.uncaught, []);
  },
);

scenario(
  "under such a policy the session starts, however the module is given",
  { expects: [BLOCKED] },
  async ({ context, deployment }) => {
    const before = await openBare(context, deployment);
    await signIn(before, "ada");
    for (const given of ["address", "Response", "bytes"]) {
      const page = await openBare(context, deployment, { file: "no-wasm.html", idle: true });
      await page.evaluate(startWith, [given, WASM]);
      const { value } = await page.evaluate(() => bare.outcome(session.ready));
      assert.equal(value?.user.email, credentialsOf("ada").email, given);
    }
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

scenario(
  "a later try does not begin with what was known before the WebAssembly failed",
  async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await control.faults({ method: "GET", path: WASM, times: 1, status: 404, delay_ms: 300 });
    await page.reload();
    const early = await page.evaluate(async () => {
      await bare.outcome(session.ready);
      return seen.snapshots.map(({ status }) => status);
    });
    assert.ok(early.includes("authenticated"), "the first answer was shown before the WebAssembly was there");
    assert.equal((await snapshotOf(page)).status, "unknown");

    await control.expire();
    const later = await page.evaluate(async () => {
      const before = seen.snapshots.length;
      await bare.outcome(session.refresh());
      return seen.snapshots.slice(before).map(({ status }) => status);
    });
    // The failure is over as the module runs; who is there, only its read tells.
    assert.deepEqual(
      later.filter((status, number) => status !== later[number - 1]),
      ["unknown", "unauthenticated"],
    );
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

async function startWith([given, address]) {
  const response = given === "address" ? undefined : await fetch(address);
  const wasm = given === "bytes" ? await response.arrayBuffer() : (response ?? address);
  globalThis.seen = bare.start({ wasm });
  globalThis.session = seen.session;
}
