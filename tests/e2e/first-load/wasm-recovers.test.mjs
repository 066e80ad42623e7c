// A module that did not come at first, as while a deployment restarts: a page that only gates asks for it again by itself.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { gatesOf, known, openBare, refresh, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { FEATURES, gatesFor } from "../support/features.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const WASM = "/pkg/wasm/platform_session_bg.wasm";

for (const [what, fault, reason] of [
  ["503", { status: 503 }, "HTTP 503"],
  ["429", { status: 429 }, "HTTP 429"],
  ["404", { status: 404 }, "HTTP 404"],
  [
    "a page of HTML",
    { status: 200, headers: { "content-type": "text/html" }, body: "<p>Restarting" },
    "HTTP 200 text/html",
  ],
  ["half of it", { drop: "mid-body" }, "TypeError"],
  ["nothing", { drop: "before-headers" }, "TypeError"],
]) {
  scenario(
    `a page that only gates recovers by itself where the WebAssembly was answered ${what} at first, and says so`,
    async ({ context, deployment, control, watch }) => {
      const features = await signedIn(context, deployment);
      // More often than the browser asks by itself.
      await control.faults({ method: "GET", path: WASM, times: 3, ...fault });
      const page = await openBare(context, deployment, { idle: true });
      await openGating(page);
      await assertRecovers(page, features);
      const said = watch.consoleLines.filter((line) => line.startsWith("platform-session: "));
      assert.ok(said.length > 0);
      for (const line of said)
        assert.ok(line.includes("the WebAssembly did not load") && line.includes(reason), line);
    },
  );
}

scenario(
  "the module's JavaScript comes with the package's own: there is none that could fail to come",
  async (given) => {
    const { context, deployment, watch } = given;
    const page = await openBare(context, deployment);
    await known(page);
    const asked = watch.urls.map((url) => new URL(url).pathname).filter((path) => path.startsWith("/pkg/"));
    assert.deepEqual(asked.sort(), ["/pkg/index.js", WASM]);
  },
);

scenario("whoever asks for ready after such a failure is told the session", async (given) => {
  const { context, deployment, control } = given;
  await signedIn(context, deployment);
  await control.faults({ method: "GET", path: WASM, times: 1, status: 503 });
  const page = await openBare(context, deployment);
  await until("the failure", async () => (await snapshotsOf(page)).some(({ error }) => error));
  const { value } = await page.evaluate(() => bare.outcome(session.ready));
  assert.equal(value?.user.email, ACCOUNTS.ada.email);
});

scenario(
  "every call that waits for a module that is not there yet is told that another try may help",
  async (given) => {
    const { context, deployment, control } = given;
    await control.faults({ method: "GET", path: WASM, times: 50, status: 503 });
    const page = await openBare(context, deployment);
    const { error } = await refresh(page);
    assert.deepEqual([error.code, error.retryable], ["wasm-unavailable", true]);
    await control.clearFaults();
    await until("a call to be answered", async () => (await refresh(page)).value);
  },
);

/** Signs Ada in, in a page that is gone when this returns; her features. */
async function signedIn(context, deployment) {
  const page = await openBare(context, deployment);
  const { features } = await signIn(page, "ada");
  await page.close();
  return features;
}

/** Starts a session that nobody calls: its snapshots are all that the page wants. */
const openGating = (page) =>
  page.evaluate(() => {
    globalThis.seen = bare.start({});
    globalThis.session = seen.session;
  });

/** The page says why it is closed, and that this may pass; then it is as if nothing had been. */
async function assertRecovers(page, features) {
  const failure = await until("the failure to be told", async () => {
    return (await snapshotsOf(page)).find(({ error }) => error !== null);
  });
  assert.equal(failure.error.code, "wasm-unavailable");
  await until(
    "the page to know again",
    async () => {
      const { status, error } = await snapshotOf(page);
      return status === "authenticated" && error === null;
    },
    { timeoutMs: 25_000 },
  );
  assert.equal(failure.error.retryable, true);
  assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
  // The module's own word: before it was there, only the first answer was shown.
  assert.equal((await refresh(page)).value.user.email, ACCOUNTS.ada.email);
}
