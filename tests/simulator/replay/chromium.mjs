// Replays seeds in headless Chromium, on a page that a local server serves.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../../e2e/support/browser.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const SERVED = /^\/(?:pkg|tests\/simulator)\/[\w/-]+\.(m?js|wasm|html)$/;
const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", html: "text/html" };
const PATIENCE_MS = 60_000;

/** Replays the seeds, and returns the outcome of each, in order. */
export async function replayInChromium(seeds) {
  const server = createServer(serve);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`http://127.0.0.1:${server.address().port}/tests/simulator/replay/page.html`);
    // One call for all seeds: from here on the page's timers are fake, so the page cannot be polled.
    return await page.evaluate(
      async (list) => (await import("/tests/simulator/replay/page.mjs")).replay(list),
      seeds,
    );
  } finally {
    await browser.close();
    server.close();
  }
}

async function serve({ url }, response) {
  const [, extension] = SERVED.exec(url) ?? [];
  try {
    const body = await readFile(root + url.slice(1));
    response.writeHead(200, { "content-type": TYPES[extension] }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
