// Pages without an origin of their own to ask: the address of the deployment has to be given, or nothing is asked.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SESSION } from "../support/identity-api.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** Runs `story` at an address of the deployment whose package any page may load, and whose pages have no policy but this. */
async function withOpenPackage(given, story, policy = {}) {
  const relay = await startRelay(given.deployment, {
    rewrite: ({ "content-security-policy": _, ...headers }) => ({
      ...headers,
      ...policy,
      "access-control-allow-origin": "*",
    }),
  });
  try {
    await story({ ...given, origin: relay.origin });
  } finally {
    await relay.stop();
  }
}

const PAGE = "/no-policy.html";

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
  note("no", () => createSession());
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
  scenario(`in ${what} createSession asks for baseUrl, and nothing is sent`, (given) =>
    withOpenPackage(given, async ({ context, origin, control }) => {
      const page = await openListening(context, origin);
      await page.evaluate(appendFrame, frame(script(origin)));
      await assertRefused(page, control);
    }),
  );
}

for (const [what, open] of [
  ["an about:blank frame", () => document.body.appendChild(document.createElement("iframe")).contentDocument],
  ["an about:blank window", () => window.open("about:blank", "_blank").document],
]) {
  scenario(`in ${what} createSession asks for baseUrl, and nothing is sent`, (given) =>
    withOpenPackage(given, async ({ context, origin, control }) => {
      const page = await openListening(context, origin);
      await page.evaluate(`{
        const blank = (${open})();
        const script = blank.createElement("script");
        Object.assign(script, { type: "module", text: ${JSON.stringify(probe(origin))} });
        blank.body.append(script);
      }`);
      await assertRefused(page, control);
    }),
  );
}

scenario(
  "in a sandboxed page of the deployment's own createSession asks for baseUrl, and nothing is sent",
  (given) =>
    withOpenPackage(
      given,
      async ({ context, origin, control }) => {
        const page = await context.newPage();
        await page.goto(origin + PAGE);
        assert.equal(
          await page.evaluate(() => self.origin),
          "null",
          "its address is one, its origin is none",
        );
        await page.addScriptTag({ type: "module", content: probe(origin) });
        await assertRefused(page, control, { origin });
      },
      { "content-security-policy": "sandbox allow-scripts" },
    ),
);

scenario("in a page from file:// createSession asks for baseUrl, and nothing is sent", (given) =>
  withOpenPackage(given, async ({ context, origin, control }) => {
    const folder = await mkdtemp(join(tmpdir(), "platform-session-"));
    try {
      const path = join(folder, "page.html");
      await writeFile(path, `<!doctype html>${script(origin)}`);
      const page = await context.newPage();
      await page.goto(pathToFileURL(path).href);
      await assertRefused(page, control, { origin: "file://" });
    } finally {
      await rm(folder, { recursive: true });
    }
  }),
);

scenario("with baseUrl a sandboxed frame asks there, and nowhere else", (given) =>
  withOpenPackage(given, async ({ context, origin, deployment, watch }) => {
    const page = await openListening(context, origin);
    const html = `<script type="module">
      const { createSession } = await import("${origin}/pkg/index.js");
      createSession({ baseUrl: "${deployment.origin}" });
    </script>`;
    await page.evaluate(appendFrame, { srcdoc: html, sandbox: "allow-scripts" });
    const asked = () => watch.urls.filter((url) => url.includes("/api/"));
    await until("the session read", () => asked().length > 0);
    assert.deepEqual([...new Set(asked())], [`${deployment.origin}${SESSION}`]);
  }),
);

/** Runs in the page. */
function appendFrame(attributes) {
  const frame = document.createElement("iframe");
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  document.body.append(frame);
}

/** A page that keeps in `told` what a page within it, or one that it opened, says. */
async function openListening(context, origin) {
  const page = await context.newPage();
  await page.goto(origin + PAGE);
  await page.evaluate(() => {
    addEventListener("message", ({ data }) => {
      globalThis.told ??= data.told;
    });
  });
  return page;
}

async function assertRefused(page, control, { origin = "null" } = {}) {
  const told = await until("the page within to speak", () => page.evaluate(() => globalThis.told));
  const { origin: its, ...refusals } = told;
  assert.equal(its, origin);
  for (const [how, refusal] of Object.entries(refusals)) {
    assert.notEqual(refusal, "a session", `${how} baseUrl`);
    const [isTypeError, message] = refusal;
    assert.ok(isTypeError, `${how}: ${message}`);
    assert.match(message, /baseUrl/);
  }
  assert.deepEqual(await control.log(), []);
}
