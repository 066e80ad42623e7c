// Pages without an origin of their own to ask: the address of the deployment has to be given, or nothing is asked.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stage } from "./support/stage.mjs";
import { until } from "./support/until.mjs";

const { scenario } = stage();

/** The package for pages of any origin, and a page without a policy that frames others. */
async function serve(context, { origin }) {
  await context.route(`${origin}/pkg/**`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), "access-control-allow-origin": "*" },
    });
  });
  await context.route(`${origin}/framing`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Framing</title>" }),
  );
}

/** What a page does that makes a session without saying where, and then with it: it tells the page around it. */
const probe = (origin) => `
  const told = { origin: location.origin };
  const note = (name, make) => {
    try {
      make().close();
      told[name] = "a session";
    } catch (error) {
      told[name] = [error.constructor === TypeError, error.message];
    }
  };
  const { createSession } = await import("${origin}/pkg/index.js");
  note("without", () => createSession());
  note("empty", () => createSession({}));
  (globalThis.opener ?? parent).postMessage({ told }, "*");
  globalThis.told = told;
`;

const script = (origin) => `<script type="module">${probe(origin)}</script>`;

for (const [what, frame] of [
  ["a frame of srcdoc", (html) => ({ srcdoc: html })],
  ["a sandboxed frame of srcdoc", (html) => ({ srcdoc: html, sandbox: "allow-scripts" })],
  ["a frame of a data: URL", (html) => ({ src: `data:text/html,${encodeURIComponent(html)}` })],
]) {
  scenario(
    `in ${what} createSession asks for baseUrl, and nothing is sent`,
    async ({ context, deployment, control }) => {
      await serve(context, deployment);
      const page = await context.newPage();
      await page.goto(`${deployment.origin}/framing`);
      await listen(page);
      await page.evaluate(
        (attributes) => {
          const frame = document.createElement("iframe");
          for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
          document.body.append(frame);
        },
        frame(script(deployment.origin)),
      );
      await assertRefused(page, control);
    },
  );
}

for (const [what, open] of [
  ["an about:blank frame", () => document.body.appendChild(document.createElement("iframe")).contentDocument],
  ["an about:blank window", () => window.open("about:blank", "_blank").document],
]) {
  scenario(
    `in ${what} createSession asks for baseUrl, and nothing is sent`,
    async ({ context, deployment, control }) => {
      await serve(context, deployment);
      const page = await context.newPage();
      await page.goto(`${deployment.origin}/framing`);
      await listen(page);
      await page.evaluate(`{
      const blank = (${open})();
      const script = blank.createElement("script");
      Object.assign(script, { type: "module", text: ${JSON.stringify(probe(deployment.origin))} });
      blank.body.append(script);
    }`);
      await assertRefused(page, control);
    },
  );
}

scenario(
  "in a sandboxed page of the deployment createSession asks for baseUrl, and nothing is sent",
  async (given) => {
    const { context, deployment, control } = given;
    await serve(context, deployment);
    await context.route(`${deployment.origin}/sandboxed`, (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "content-security-policy": "sandbox allow-scripts" },
        body: script(deployment.origin),
      }),
    );
    const page = await context.newPage();
    await page.goto(`${deployment.origin}/sandboxed`);
    await assertRefused(page, control, { origin: deployment.origin });
  },
);

scenario("in a page from file:// createSession asks for baseUrl, and nothing is sent", async (given) => {
  const { context, deployment, control } = given;
  await serve(context, deployment);
  const folder = await mkdtemp(join(tmpdir(), "platform-session-"));
  try {
    const path = join(folder, "page.html");
    await writeFile(path, `<!doctype html>${script(deployment.origin)}`);
    const page = await context.newPage();
    await page.goto(pathToFileURL(path).href);
    await assertRefused(page, control, { origin: "file://" });
  } finally {
    await rm(folder, { recursive: true });
  }
});

scenario("with baseUrl a sandboxed frame asks there, and nowhere else", async ({ context, deployment }) => {
  await serve(context, deployment);
  const asked = [];
  context.on("request", (request) => asked.push(request.url()));
  const page = await context.newPage();
  await page.goto(`${deployment.origin}/framing`);
  await page.evaluate(
    ([origin, baseUrl]) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.srcdoc = `<script type="module">
        const { createSession } = await import("${origin}/pkg/index.js");
        createSession({ baseUrl: "${baseUrl}" });
      </script>`;
      document.body.append(frame);
    },
    [deployment.origin, `http://deployment.localhost:${deployment.port}`],
  );
  const session = await until("the session read", () => asked.find((url) => url.includes("/api/")));
  assert.equal(session, `http://deployment.localhost:${deployment.port}/api/auth/session`);
  assert.ok(
    asked.filter((url) => url.includes("/api/")).every((url) => url.startsWith("http://deployment.")),
  );
});

/** Keeps in `told` what a page within this one, or one that it opened, says. */
const listen = (page) =>
  page.evaluate(() => {
    addEventListener("message", ({ data }) => {
      globalThis.told ??= data.told;
    });
  });

async function assertRefused(page, control, { origin = "null" } = {}) {
  const told = await until("the page within to speak", () => page.evaluate(() => globalThis.told));
  const { origin: its, ...refusals } = told;
  assert.equal(its, origin);
  for (const [how, refusal] of Object.entries(refusals)) {
    assert.notEqual(refusal, "a session", how);
    const [isTypeError, message] = refusal;
    assert.ok(isTypeError, `${how}: ${message}`);
    assert.match(message, /baseUrl/);
  }
  assert.deepEqual(await control.log(), []);
}
