import assert from "node:assert/strict";
import { eventsOf, gatesOf, known, openBare, snapshotsOf } from "../support/bare-page.mjs";
import { demoGatesOf, demoStatusOf, openDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { AT_REST } from "../support/snapshots.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

const NOBODY = {
  status: "unauthenticated",
  user: null,
  features: {},
  reason: "no-session",
  stale: false,
  error: null,
  ...AT_REST,
};

scenario(
  "until the first answer the session is unknown and every gate is closed",
  async ({ context, deployment }) => {
    const page = await openBare(context, deployment);
    assert.deepEqual(await page.evaluate(() => seen.atCreation), {
      snapshot: {
        status: "unknown",
        user: null,
        features: {},
        reason: null,
        stale: false,
        error: null,
        ...AT_REST,
      },
      can: false,
      state: "unknown",
      entry: null,
    });
  },
);

scenario("a first visit finds nobody signed in", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  assert.deepEqual(await known(page), NOBODY);
  assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
  assert.deepEqual(
    (await snapshotsOf(page)).map(({ status }) => status),
    ["unknown", "unauthenticated"],
  );
  assert.deepEqual(await eventsOf(page, "signed-in"), []);
  assert.deepEqual(await eventsOf(page, "permissions-changed"), []);
});

scenario(
  "a first visit costs one session read and no other request",
  async ({ context, deployment, control, watch }) => {
    const page = await openBare(context, deployment);
    await known(page);
    await watch.quiet();
    assert.deepEqual(await control.log(), [{ method: "GET", path: SESSION, cookie: false, bearer: false }]);
  },
);

scenario(
  "the session read leaves no later than the request for the WebAssembly",
  async ({ context, deployment, watch }) => {
    const page = await openBare(context, deployment);
    await known(page);
    const paths = watch.urls.map((url) => new URL(url).pathname);
    const wasm = paths.findIndex((path) => path.endsWith(".wasm"));
    assert.notEqual(wasm, -1, "no WebAssembly was asked for");
    assert.ok(paths.includes(SESSION) && paths.indexOf(SESSION) < wasm, paths.join("\n"));
  },
);

scenario(
  "the demo greets a first visitor with a sign-in form and closed gates",
  { site: "demo" },
  async ({ context, deployment, control, watch }) => {
    const page = await openDemo(context, deployment);
    await waitForDemo(page, { status: "unauthenticated", reason: "no-session" });
    assert.deepEqual(await demoStatusOf(page), {
      status: "unauthenticated",
      reason: "no-session",
      stale: false,
      error: null,
    });
    assert.equal(await page.locator("#headline").textContent(), "You are not signed in.");
    assert.deepEqual(await demoGatesOf(page), closedGates("denied"));
    assert.ok(await page.getByTestId("sign-in-form").isVisible());
    await watch.quiet();
    assert.equal((await control.requests("GET", SESSION)).length, 1);
  },
);
