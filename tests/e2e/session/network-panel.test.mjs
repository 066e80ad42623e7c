// Session reads in the network panel of Chromium's developer tools.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { openBare } from "../support/bare-page.mjs";
import { answering, SESSION, sessionBody } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const LOADS = 15;

const whole = answering("GET", SESSION, sessionBody({}), { times: LOADS });

/** The forms of an answer. */
const WAYS = {
  "with its length": whole,
  "in pieces": { ...whole, drip: { bytes: 100, every_ms: 3 } },
  compressed: {
    ...answering("GET", SESSION, "", { times: LOADS, headers: { "content-encoding": "gzip" } }),
    body: undefined,
    body_base64: gzipSync(whole.body).toString("base64"),
  },
};

for (const [way, rule] of Object.entries(WAYS)) {
  test(
    `a session read that is answered ${way} is never shown as cancelled`,
    scenario(async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment, { idle: true });
      const readsOnceEnded = await watchPanel(context, page);
      await control.faults(rule);
      await page.goto(`${deployment.origin}/bare.html`);
      for (let load = 0; load < LOADS; load += 1) {
        if (load > 0) await page.reload();
        assert.equal(await page.evaluate(async () => (await session.ready).status), "authenticated");
        await readsOnceEnded();
      }
      const reads = await readsOnceEnded();
      assert.ok(reads.length >= LOADS);
      assert.deepEqual([...new Set(reads)], ["whole"], reads.join());
    }),
  );
}

/**
 * Returns a function that waits until each session read has ended in the network panel, and returns how. To be called before a reload: the page
 * has the answer a little before the panel has the end, and the panel drops requests of a document that is left in between.
 */
async function watchPanel(context, page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const reads = new Map();
  const note = (id, how) => reads.has(id) && reads.set(id, how);
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (new URL(request.url).pathname === SESSION) reads.set(requestId, "under way");
  });
  cdp.on("Network.loadingFinished", ({ requestId }) => note(requestId, "whole"));
  cdp.on("Network.loadingFailed", ({ requestId, errorText }) => note(requestId, errorText));
  return async () => {
    await until("every read to end", () => ![...reads.values()].includes("under way"));
    return [...reads.values()];
  };
}
