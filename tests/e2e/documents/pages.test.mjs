// Pages with the code of the README, and of the guides that belong to no framework.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { credentialsOf } from "../support/accounts.mjs";
import { codeOf } from "../support/documents.mjs";
import { SESSION } from "../support/identity-api.mjs";
import { providerStage } from "../support/provider.mjs";
import { scenario, test } from "../support/scenario.mjs";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const SITE = `${repository}target/documents/`;
/** Creates the session, for code that begins with one. */
const CREATION = 'import { createSession } from "platform-session";\n\nconst session = createSession();\n';

const [readme] = codeOf("README.md", "js");
const [head, script] = codeOf("docs/deploying.md", "html");
const withoutWasm = head.split("\n").filter((line) => !line.includes(".wasm"));
const GATE = { body: '<button id="analyse" hidden>Analyse the report</button>', code: readme };
const [request] = codeOf("docs/requests.md", "js");
const [signOn] = codeOf("docs/single-sign-on.md", "js");

const PAGES = {
  gate: { ...GATE, head },
  "gate-sooner": { ...GATE, head: [...withoutWasm, script].join("\n") },
  request: { code: `${CREATION}await session.ready;\n${request}globalThis.response = response;\n` },
  "sign-on": { body: '<button id="sso" hidden></button>', code: CREATION + signOn },
};

test.beforeAll(() => {
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(SITE, { recursive: true });
  symlinkSync(`${repository}pkg`, `${SITE}pkg`);
  for (const [name, { head = "", body = "", code }] of Object.entries(PAGES)) {
    writeFileSync(`${SITE}${name}.js`, code.replace('"platform-session"', '"./pkg/index.js"'));
    writeFileSync(
      `${SITE}${name}.html`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">
${head}</head><body>${body}<script type="module" src="./${name}.js"></script></body></html>`,
    );
  }
});

/** Answers with the policy of the guide: the strict one, with the script's hash. */
async function allowTheScript(route) {
  const [, code] = /<script>(.*)<\/script>/s.exec(script);
  const hash = createHash("sha256").update(code).digest("base64");
  const policy = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'`;
  const answer = await route.fetch();
  const headers = { ...answer.headers(), "content-security-policy": policy };
  return route.fulfill({ response: answer, headers });
}

const { connect } = providerStage();

const signIn = (context, { origin }, name) =>
  context.request.post(`${origin}/api/auth/login`, { data: credentialsOf(name) });

for (const [name, what] of [
  ["gate", "the guide's lines in the head"],
  ["gate-sooner", "the guide's script in the head"],
])
  test(
    `The README's code, with ${what}, shows the button only to a user with the feature`,
    scenario({ site: SITE }, async ({ context, deployment }) => {
      await context.route("**/*.html", allowTheScript);
      const page = await context.newPage();
      const requested = [];
      page.on("request", (sent) => requested.push(new URL(sent.url()).pathname));
      const button = page.locator("#analyse");
      const open = () => page.goto(`${deployment.origin}/${name}.html`, { waitUntil: "networkidle" });

      await open();
      assert.equal(await button.isVisible(), false);
      await signIn(context, deployment, "ada");
      await open();
      assert.equal(await button.isVisible(), false);
      await signIn(context, deployment, "grace");
      requested.length = 0;
      await open();
      await button.waitFor();
      const files = ["/pkg/index.js", "/pkg/wasm/platform_session_bg.wasm"];
      for (const path of [SESSION, ...files])
        assert.equal(requested.filter((it) => it === path).length, 1, path);
    }),
  );

test(
  "A request by the guide's code is answered once a user is signed in",
  scenario({ site: SITE }, async ({ context, another }) => {
    const deployment = await another(SITE, ["--bearer", "cookie"]);
    const page = await context.newPage();
    const status = async () => {
      await page.goto(`${deployment.origin}/request.html`);
      return (await page.waitForFunction(() => globalThis.response)).evaluate(({ status }) => status);
    };
    assert.equal(await status(), 401);
    await signIn(context, deployment, "ada");
    assert.equal(await status(), 200);
  }),
);

test(
  "The guide's button leads to the provider, and back to its return URL with a session",
  scenario(
    {
      site: SITE,
    },
    async ({ context, another }) => {
      const { deployment } = await connect(another, SITE);
      const page = await context.newPage();
      await page.goto(`${deployment.origin}/sign-on.html`);
      await page.locator("#sso").click();
      await page.getByTestId("continue-as-hedy").click();
      await page.waitForURL(`${deployment.origin}/reports`);
      const session = await context.request.get(deployment.origin + SESSION);
      assert.equal((await session.json()).user.email, "hedy@example.com");
    },
  ),
);

test(
  "The guide's button stays hidden where single sign-on is switched off",
  scenario({ site: SITE }, async ({ context, deployment }) => {
    const page = await context.newPage();
    const answered = page.waitForResponse(/\/api\/auth\/sso\//);
    await page.goto(`${deployment.origin}/sign-on.html`);
    await answered;
    await page.waitForFunction(() => document.querySelector("#sso").onclick !== null);
    assert.equal(await page.locator("#sso").isVisible(), false);
  }),
);
