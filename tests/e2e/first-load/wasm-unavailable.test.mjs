// Half of the WebAssembly file arrives at first. Where the file does not arrive at all: tests/engines/first-load.mjs, in three engines.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { gatesOf, openBare, refresh, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { FEATURES, gatesFor } from "../support/features.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const WASM = "/pkg/wasm/platform_session_bg.wasm";

test(
  "a page that makes no call recovers by itself where half of the WebAssembly was answered at first, and says so",
  scenario(async ({ context, deployment, control, watch }) => {
    const { features } = await signIn(await openBare(context, deployment), "ada");
    // The fault holds more often than the browser repeats a request by itself.
    await control.faults({ method: "GET", path: WASM, times: 3, drop: "mid-body" });
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
      assert.ok(line.includes("the WebAssembly did not load") && line.includes("TypeError"), line);
  }),
);
