// What docs/deploying.md says to do where WebAssembly cannot run: under a policy without 'wasm-unsafe-eval', and in a browser that has
// it switched off, as in Safari's lockdown mode.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { before } from "node:test";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { codeOf } from "../e2e/support/documents.mjs";
import { stage } from "../e2e/support/stage.mjs";
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
    <p id="no-session" hidden>This page needs WebAssembly.</p>
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

before(async () => {
  await installConsumers();
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(SITE, { recursive: true });
  writeFileSync(`${SITE}index.html`, PAGE);
  writeFileSync(`${SITE}main.js`, MAIN);
  cpSync(installed, `${SITE}pkg`, { recursive: true });
});
const { scenario } = stage();

/** Opens the page as somebody who has the feature. */
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

for (const [what, policy, prepare] of [
  ["the policy forbids it", policyWith().replace(" 'wasm-unsafe-eval'", ""), () => {}],
  ["the browser has none", policyWith(), () => delete globalThis.WebAssembly],
]) {
  scenario(
    `Where ${what}, the page can say so, every gate stays closed, and nothing else is thrown`,
    // The browser itself reports what the policy blocked.
    { expects: [/^(?!.*Uncaught).*WebAssembly.*Content Security Policy/is] },
    async (given) => {
      await given.context.addInitScript(prepare);
      await open(given, policy, async (page, origin) => {
        await page.getByText("This page needs WebAssembly.").waitFor();
        assert.equal(await isShown(page, "Your chats."), false);
        const { codes, url } = await page.evaluate(async () => {
          const calls = [
            session.ready,
            session.refresh(),
            session.roles(),
            session.fetch("/api/roles"),
            session.logout(),
          ];
          const codes = await Promise.all(calls.map((call) => call.then(String, ({ code }) => code)));
          return { codes, url: session.sso.url() };
        });
        assert.deepEqual(new Set(codes), new Set(["wasm-unavailable"]));
        assert.ok(url.startsWith(`${origin}/api/auth/sso/`), url);
        assert.deepEqual(given.watch.uncaught, []);
        const said = given.watch.consoleLines.filter((line) => line.startsWith("platform-session: "));
        assert.match(said[0], /the WebAssembly did not load/);
      });
    },
  );
}

scenario("Where it can run, the same page says nothing, and the gate opens", async (given) => {
  await open(given, policyWith(), async (page) => {
    await page.getByText("Your chats.").waitFor();
    assert.equal(await isShown(page, "This page needs WebAssembly."), false);
  });
});
