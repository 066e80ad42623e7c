// What people see of the session reads in the network panel of Chromium's developer tools.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { known, openBare, refresh, signIn } from "../support/bare-page.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const LOADS = 15;
const LIMIT_BYTES = 2 * 1024 * 1024;

/** How the session read of each load ended in the network panel. */
async function watchPanel(context, page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const reads = new Map();
  const note = (how) => (event) => reads.has(event.requestId) && reads.set(event.requestId, how(event));
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (new URL(request.url).pathname === SESSION) reads.set(requestId, "under way");
  });
  cdp.on(
    "Network.loadingFinished",
    note(() => "whole"),
  );
  cdp.on(
    "Network.loadingFailed",
    note(({ errorText }) => errorText),
  );
  return {
    /**
     * Waited for before each reload. The page has the text a little before the panel has the end, and of a
     * document that goes in between the panel never tells the end.
     */
    ended: async () => {
      await until("every read to end", () => ![...reads.values()].includes("under way"));
      return [...reads.values()];
    },
  };
}

scenario("a session read that arrives whole is never shown as cancelled", async (given) => {
  const { context, deployment } = given;
  const page = await openBare(context, deployment);
  await signIn(page, "ada");
  const panel = await watchPanel(context, page);
  for (let load = 0; load < LOADS; load += 1) {
    await page.reload();
    await known(page);
    await refresh(page);
    await panel.ended();
  }
  const reads = await panel.ended();
  assert.ok(reads.length >= LOADS);
  assert.deepEqual([...new Set(reads)], ["whole"], reads.join());
});

const session = JSON.stringify({
  authenticated: true,
  user: { id: 7, email: "ada@example.com", name: "Ada", userType: "default", permissions: {} },
});

/** How an answer may come: `end` sends what is left of it. */
const WAYS = {
  "with its length": (response) => {
    response.setHeader("content-length", session.length);
    response.end(session);
  },
  "in pieces": (response) => {
    response.write(session.slice(0, 30));
    setTimeout(() => response.end(session.slice(30)), 3);
  },
  compressed: (response) => {
    response.setHeader("content-encoding", "gzip");
    response.end(gzipSync(session));
  },
};

/** A deployment with nothing but a page and its session, which is answered as `answer` says. */
let server;
let answer;

const PAGE = `<!doctype html><title>A session</title><script type="module">
  import { createSession } from "/pkg/index.js";
  globalThis.session = createSession();
</script>`;

before(async () => {
  server = createServer(async ({ url }, response) => {
    if (url === "/") return response.setHeader("content-type", "text/html").end(PAGE);
    if (url.startsWith("/pkg/")) {
      const type = url.endsWith(".wasm") ? "application/wasm" : "text/javascript";
      return response
        .setHeader("content-type", type)
        .end(await readFile(new URL(`../../..${url}`, import.meta.url)));
    }
    if (url !== SESSION) return response.writeHead(404).end();
    answer(response.setHeader("content-type", "application/json"));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens the page, with its network panel. */
async function openPage(context) {
  const page = await context.newPage();
  const panel = await watchPanel(context, page);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  return { page, panel };
}

for (const [way, send] of Object.entries(WAYS)) {
  scenario(`nor is one that comes ${way}`, async ({ context }) => {
    answer = send;
    const { page, panel } = await openPage(context);
    for (let load = 0; load < LOADS; load += 1) {
      if (load > 0) await page.reload();
      assert.equal(await page.evaluate(async () => (await session.ready).status), "authenticated");
      await panel.ended();
    }
    const reads = await panel.ended();
    assert.ok(reads.length >= LOADS);
    assert.deepEqual([...new Set(reads)], ["whole"], reads.join());
  });
}

scenario("one without an end is given up at the limit, and its connection with it", async ({ context }) => {
  const connection = { sent: 0, gone: false };
  answer = (response) => {
    response.on("close", () => {
      connection.gone = true;
    });
    const piece = Buffer.alloc(256 * 1024, " ");
    const more = () => {
      if (connection.gone) return;
      connection.sent += piece.length;
      if (response.write(piece)) setImmediate(more);
      else response.once("drain", more);
    };
    more();
  };
  const { page } = await openPage(context);
  await until("the connection to be let go", () => connection.gone);
  assert.ok(connection.sent >= LIMIT_BYTES);
  answer = WAYS["with its length"];
  assert.equal(
    await page.evaluate(async () => (await session.ready).status),
    "authenticated",
    "the next try",
  );
});
