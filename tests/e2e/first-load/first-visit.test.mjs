import assert from "node:assert/strict";
import { eventsOf, gatesOf, known, openBare, readsOf, snapshotsOf } from "../support/bare-page.mjs";
import { demoGatesOf, demoStatusOf, openDemo, waitForDemo } from "../support/demo-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { withoutUser } from "../support/snapshots.mjs";

const WASM = "/pkg/wasm/platform_session_bg.wasm";

// nextauthjs/next-auth#10244: more than one session call a load.
test(
  "a first visit is unknown, then finds no user signed in, by one session read, which leaves before the request for the WebAssembly",
  scenario(async ({ context, deployment, control, watch }) => {
    const page = await openBare(context, deployment);
    assert.deepEqual(await known(page), withoutUser("no-session"));
    assert.deepEqual(await page.evaluate(() => seen.atCreation), {
      snapshot: withoutUser(null, "unknown"),
      can: false,
      state: "unknown",
      entry: null,
    });
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    assert.deepEqual(
      (await snapshotsOf(page)).map(({ status }) => status),
      ["unknown", "unauthenticated"],
    );
    assert.deepEqual(await eventsOf(page), []);
    await watch.quiet();
    assert.deepEqual(await control.log(), [{ method: "GET", path: SESSION, cookie: false, bearer: false }]);
    const paths = watch.urls.map((url) => new URL(url).pathname);
    // The glue of the WebAssembly is part of index.js.
    assert.deepEqual(
      paths.filter((path) => path === SESSION || path.startsWith("/pkg/")),
      ["/pkg/index.js", SESSION, WASM],
    );
  }),
);

test(
  "`settled` resolves with the failure of the first read, and `ready` once a later read has succeeded",
  scenario(async ({ context, deployment, control }) => {
    await control.faults({ method: "GET", path: SESSION, times: 1, status: 503 });
    const page = await openBare(context, deployment);
    const settled = await page.evaluate(() => session.settled.then(bare.plain));
    assert.deepEqual([settled.status, settled.error.code], ["unknown", "server-error"]);
    assert.equal((await known(page)).status, "unauthenticated");
  }),
);

test(
  "the demo greets a first visitor with a sign-in form and closed gates",
  scenario({ site: "demo" }, async ({ context, deployment, control, watch }) => {
    const page = await openDemo(context, deployment);
    await waitForDemo(page, { status: "unauthenticated", reason: "no-session" });
    const status = { status: "unauthenticated", reason: "no-session", stale: false, error: null };
    assert.deepEqual(await demoStatusOf(page), status);
    assert.equal(await page.locator("#headline").textContent(), "You are not signed in.");
    assert.deepEqual(await demoGatesOf(page), closedGates("denied"));
    assert.ok(await page.getByTestId("sign-in-form").isVisible());
    await watch.quiet();
    // On a busy machine the page's preload may be over a second old: only then a second read confirms its answer.
    const [first, ...later] = await readsOf(page);
    assert.ok(
      later.every((startedAt) => startedAt - first > 1_000),
      `${[first, ...later]} ms`,
    );
    assert.equal((await control.requests("GET", SESSION)).length, 1 + later.length);
  }),
);
