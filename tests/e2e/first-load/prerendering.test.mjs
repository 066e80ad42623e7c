// A page that the browser makes before its user looks at it. A browser that is steered makes none (it says
// "PrerenderingDisabledByDevTools"): this one is told where to begin, and the pages tell the rest.

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
  [", though its head has asked for the session before", "late", null],
])
  test(`a page that was made ahead shows, once it is looked at, what the deployment says by then${what}`, async () => {
    test.setTimeout(60_000);
    const deployment = await startDeployment({ site: "bare" });
    const relay = await startRelay(deployment, {
      rewrite: ({ "content-security-policy": _, ...headers }) => headers,
    });
    const fragment = encodeURIComponent(JSON.stringify(credentialsOf("ada")));
    const browser = await openUnsteered(`${relay.origin}/prerendering.html?then=${next}#${fragment}`);
    try {
      const told = () =>
        relay.received.filter(({ path }) => path === "/told").map(({ body }) => JSON.parse(body.toString()));
      const ahead = await until("the page to be made ahead", () =>
        told().find(({ status }) => status === "authenticated"),
      );
      assert.deepEqual(ahead, { prerendering: true, seen: false, status: "authenticated", email });
      await deployment.control.expire();
      const looked = await until(
        "it to follow once it is looked at",
        () => told().find(({ status }) => status === "unauthenticated"),
        // Less than `minIntervalMs`, after which a look that came too early would be followed by a read anyway.
        { timeoutMs: next === "late" ? 4_500 : 10_000 },
      );
      assert.deepEqual(looked, { prerendering: true, seen: true, status: "unauthenticated", email: null });
    } finally {
      await browser.close();
      await relay.stop();
      await deployment.stop();
    }
  });

/** A browser with this page, and nothing that steers it. */
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
