// Where WebAssembly cannot run, the engine runs as JavaScript: under a policy without 'wasm-unsafe-eval', and in a browser where it is
// switched off, as in Safari's lockdown mode. If the file with that JavaScript does not come, the page can say so, as docs/deploying.md shows.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { codeOf } from "../e2e/support/documents.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { installConsumers } from "./support/install.mjs";
import { installed, repository } from "./support/places.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";

const SITE = `${repository}target/consumers-without-wasm/`;
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Reports</title>
    <link rel="icon" href="data:," />
    <script type="module" src="/main.js"></script>
  </head>
  <body>
    <p id="no-session" hidden>Signing in does not work here.</p>
    <p id="chats" hidden>Your chats.</p>
  </body>
</html>
`;
const [GUIDE] = codeOf("docs/deploying.md", "js").filter((code) => code.includes("wasm-unavailable"));
const MAIN = `import { createSession } from "/pkg/index.js";

const session = createSession();
${GUIDE}
session.gate({ feature: "chat-history" }).subscribe((state) => {
  document.querySelector("#chats").hidden = state !== "granted";
});
Object.assign(globalThis, { session });
`;

test.beforeAll(async () => {
  await installConsumers();
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(SITE, { recursive: true });
  writeFileSync(`${SITE}index.html`, PAGE);
  writeFileSync(`${SITE}main.js`, MAIN);
  cpSync(installed, `${SITE}pkg`, { recursive: true });
});

/** Opens the page as a user who has the feature. */
async function open({ context, another }, policy, run) {
  const deployment = await another(SITE);
  await servedUnder(policy, deployment, async ({ origin }) => {
    await context.request.post(`${origin}/api/auth/login`, { data: credentialsOf("ada") });
    const page = await context.newPage();
    await page.goto(origin);
    await run(page, origin);
  });
}

const isShown = (page, text) => page.getByText(text).isVisible();

const FILE = "/pkg/dist/without-wasm.js";
// The browser itself writes errors for what the policy blocked, and for the file that did not come.
const expects = [/^(?!.*Uncaught).*WebAssembly.*Content Security Policy/is, /net::ERR_FAILED/];

for (const [condition, policy, prepare] of [
  ["the policy forbids it", policyWith().replace(" 'wasm-unsafe-eval'", ""), () => {}],
  ["the browser has none", policyWith(), () => delete globalThis.WebAssembly],
]) {
  test(
    `Where ${condition}, and the file does not come, the page can say so, and every gate stays closed until it comes`,
    scenario(
      {
        expects,
      },
      async (given) => {
        await given.context.addInitScript(prepare);
        await given.context.route(`**${FILE}`, (route) => route.abort());
        await open(given, policy, async (page) => {
          await page.getByText("Signing in does not work here.").waitFor();
          assert.equal(await isShown(page, "Your chats."), false);
          const { code, retryable } = await page.evaluate(() =>
            session.refresh().catch(({ code, retryable }) => ({ code, retryable })),
          );
          assert.deepEqual([code, retryable], ["wasm-unavailable", true]);
          await given.context.unroute(`**${FILE}`);
          await page.getByText("Your chats.").waitFor();
          assert.deepEqual(given.watch.uncaught, []);
        });
      },
    ),
  );
}

test(
  "Where WebAssembly cannot run, the memory is overwritten at the session's end",
  scenario({ expects }, async (given) => {
    await given.context.addInitScript(() => {
      delete globalThis.WebAssembly;
      const Memory = globalThis.ArrayBuffer;
      globalThis.buffers = [];
      globalThis.ArrayBuffer = class extends Memory {
        constructor(...parts) {
          super(...parts);
          globalThis.buffers.push(this);
        }
      };
    });
    await open(given, policyWith(), async (page) => {
      await page.getByText("Your chats.").waitFor();
      await page.evaluate(() => session.ready.then(() => {}));
      const used = () => buffers.filter((memory) => new Uint8Array(memory).some(Boolean)).length;
      assert.notEqual(await page.evaluate(used), 0);
      await page.evaluate(() => session.close());
      assert.equal(await page.evaluate(used), 0);
    });
  }),
);
