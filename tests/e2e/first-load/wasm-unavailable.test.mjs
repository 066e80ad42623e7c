// Half of the WebAssembly file arrives at first. Where the file does not arrive at all: tests/engines/first-load.mjs, in three engines.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { gatesOf, openBare, refresh, signIn, snapshotOf, snapshotsOf } from "../support/bare-page.mjs";
import { FEATURES, gatesFor } from "../support/features.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const WASM = "/pkg/wasm/platform_session_bg.wasm";

test(
  "a page recovers without a call where half of the WebAssembly arrived at first, and warns on the console",
  scenario(async ({ context, deployment, control, watch }) => {
    const { features } = await signIn(await openBare(context, deployment), "ada");
    // More often than the browser repeats a request by itself.
    await control.faults({ method: "GET", path: WASM, times: 3, drop: "mid-body" });
    const page = await openBare(context, deployment);
    const { error } = await until("the failure to be shown", async () =>
      (await snapshotsOf(page)).find(({ error }) => error !== null),
    );
    assert.deepEqual([error.code, error.retryable], ["wasm-unavailable", true]);
    const hasRecovered = async () => {
      const { status, error } = await snapshotOf(page);
      return status === "authenticated" && error === null;
    };
    await until("the page to recover", hasRecovered, { timeoutMs: 25_000 });
    assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    // A call needs the engine: without it, the page shows only the first answer.
    assert.equal((await refresh(page)).value.user.email, ACCOUNTS.ada.email);
    const warnings = watch.consoleLines.filter((line) => line.startsWith("platform-session: "));
    assert.ok(warnings.length > 0);
    for (const line of warnings)
      assert.ok(line.includes("the WebAssembly did not load") && line.includes("TypeError"), line);
  }),
);
