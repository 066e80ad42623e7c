// A page that the browser prerenders. A browser that is steered does not ("PrerenderingDisabledByDevTools"), so this
// browser only gets an address to begin with, and the pages report what happens.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumArguments, findChromium } from "../../../scripts/install/browser.mjs";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { startDeployment } from "../support/platform.mjs";
import { startRelay } from "../support/relay.mjs";
import { test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

for (const [what, next, email] of [
  ["", "next", ACCOUNTS.ada.email],
  [", also where its head has preloaded the session", "late", null],
])
  test(`a prerendered page shows, once it is visible, what the deployment says by then${what}`, async () => {
    test.setTimeout(60_000);
    const deployment = await startDeployment({ site: "bare" });
    const relay = await startRelay(deployment, {
      rewrite: ({ "content-security-policy": _, ...headers }) => headers,
    });
    const fragment = encodeURIComponent(JSON.stringify(credentialsOf("ada")));
    const browser = await openUnsteered(`${relay.origin}/prerendering.html?then=${next}#${fragment}`);
    try {
      const reports = () =>
        relay.received.filter(({ path }) => path === "/told").map(({ body }) => JSON.parse(body.toString()));
      const ahead = await until("the page to be prerendered", () =>
        reports().find(({ status }) => status === "authenticated"),
      );
      assert.deepEqual(ahead, { prerendering: true, seen: false, status: "authenticated", email });
      await deployment.control.expire();
      const looked = await until(
        "the visible page to follow",
        () => reports().find(({ status }) => status === "unauthenticated"),
        // Less than `minIntervalMs`, after which the page would read anyway.
        { timeoutMs: next === "late" ? 4_500 : 10_000 },
      );
      assert.deepEqual(looked, { prerendering: true, seen: true, status: "unauthenticated", email: null });
    } finally {
      await browser.close();
      await relay.stop();
      await deployment.stop();
    }
  });

/** Opens this page in a browser that nothing steers. */
async function openUnsteered(address) {
  const profile = await mkdtemp(join(tmpdir(), "platform-session-"));
  const child = spawn(findChromium(), [...chromiumArguments, `--user-data-dir=${profile}`, address], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  return {
    close: async () => {
      child.kill("SIGKILL");
      await ended;
      process.off("exit", killWithUs);
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
