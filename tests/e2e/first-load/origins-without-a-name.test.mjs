// Pages without an origin of their own to ask: the address of the deployment has to be given, or nothing is asked.

import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const PAGE = "/no-policy.html";

/** An address of the deployment from which any page may load the package, and with no policy but this for its pages. */
const openPackage = (relay, policy = {}) =>
  relay(undefined, {
    rewrite: ({ "content-security-policy": _, ...headers }) => ({
      ...headers,
      ...policy,
      "access-control-allow-origin": "*",
    }),
  });

/** What a page does that makes a session without saying where: it tells the page around it, or that opened it. */
const probe = (origin) => `
  const told = { origin: location.origin };
  const { createSession } = await import("${origin}/pkg/index.js");
  try {
    createSession().close();
  } catch (error) {
    Object.assign(told, { isTypeError: error.constructor === TypeError, message: error.message });
  }
  (globalThis.opener ?? parent).postMessage({ told }, "*");
  globalThis.told = told;
`;

const scriptOf = (origin) => `<script type="module">${probe(origin)}</script>`;

/** Runs in the page: opens a page within it, or in a window, that has no origin of its own. */
const PLACES = {
  "a frame of srcdoc": ({ html }) => void appendFrame({ srcdoc: html }),
  "a sandboxed frame of srcdoc": ({ html }) => void appendFrame({ srcdoc: html, sandbox: "allow-scripts" }),
  "a frame of a data: URL": ({ html }) =>
    void appendFrame({ src: `data:text/html,${encodeURIComponent(html)}` }),
  "an about:blank frame": ({ text }) => runIn(appendFrame({}).contentDocument, text),
  "an about:blank window": ({ text }) => runIn(window.open("about:blank", "_blank").document, text),
};

test(
  "in a page within another, or opened by one, that has no origin, createSession asks for baseUrl, and nothing is sent",
  scenario(async ({ context, control, relay }) => {
    const { origin } = await openPackage(relay);
    for (const [what, open] of Object.entries(PLACES)) {
      const page = await openListening(context, origin);
      await page.evaluate(open, { html: scriptOf(origin), text: probe(origin) });
      await assertRefused(page, control, { what });
    }
  }),
);

test(
  "in a sandboxed page of the deployment's own createSession asks for baseUrl, and nothing is sent",
  scenario(async ({ context, control, relay }) => {
    const { origin } = await openPackage(relay, { "content-security-policy": "sandbox allow-scripts" });
    const page = await context.newPage();
    await page.goto(origin + PAGE);
    // The page has an address, but no origin.
    assert.equal(await page.evaluate(() => self.origin), "null");
    await page.addScriptTag({ type: "module", content: probe(origin) });
    await assertRefused(page, control, { itsOrigin: origin });
  }),
);

test(
  "in a page from file:// createSession asks for baseUrl, and nothing is sent",
  scenario(async ({ context, control, relay }) => {
    const { origin } = await openPackage(relay);
    const folder = await mkdtemp(join(tmpdir(), "platform-session-"));
    try {
      const path = join(folder, "page.html");
      await writeFile(path, `<!doctype html>${scriptOf(origin)}`);
      const page = await context.newPage();
      await page.goto(pathToFileURL(path).href);
      await assertRefused(page, control, { itsOrigin: "file://" });
    } finally {
      await rm(folder, { recursive: true });
    }
  }),
);

/** A deployment that allows the origin `null`. */
const allowingNull = (relay) =>
  relay(undefined, {
    rewrite: (headers) => ({
      ...headers,
      "access-control-allow-origin": "null",
      "access-control-allow-credentials": "true",
    }),
  });

const READS = (baseUrl) => `
  const session = createSession({ baseUrl: "${baseUrl}" });
  session.subscribe(({ status }) => {
    if (status === "unknown") return;
    globalThis.told = status;
    parent.postMessage({ told: status }, "*");
  });
`;

test(
  "with baseUrl a sandboxed frame knows the session of a deployment that allows the origin null, and asks no other",
  scenario(async ({ context, watch, relay }) => {
    const { origin } = await openPackage(relay);
    const { origin: baseUrl } = await allowingNull(relay);
    const page = await openListening(context, origin);
    const html = `<script type="module">
      const { createSession } = await import("${origin}/pkg/index.js");
      ${READS(baseUrl)}
    </script>`;
    await page.evaluate(PLACES["a sandboxed frame of srcdoc"], { html });
    assert.equal(
      await until("the frame to speak", () => page.evaluate(() => globalThis.told)),
      "unauthenticated",
    );
    const asked = watch.urls.filter((url) => url.includes("/api/"));
    assert.deepEqual([...new Set(asked)], [baseUrl + SESSION]);
  }),
);

test(
  "with baseUrl and the classic script a page from file:// knows the session of a deployment that allows the origin null",
  scenario(async ({ context, relay }) => {
    const { origin: baseUrl } = await allowingNull(relay);
    const folder = await mkdtemp(join(tmpdir(), "platform-session-"));
    try {
      await copyFile(new URL("../../../pkg/dist/script.js", import.meta.url), join(folder, "script.js"));
      const path = join(folder, "page.html");
      const script = `const { createSession } = platformSession; ${READS(baseUrl)}`;
      await writeFile(path, `<!doctype html><script src="script.js"></script><script>${script}</script>`);
      const page = await context.newPage();
      await page.goto(pathToFileURL(path).href);
      assert.equal(
        await until("the page to know", () => page.evaluate(() => globalThis.told)),
        "unauthenticated",
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }),
);

/** A page that keeps in `told` what a page within it, or one that it opened, says. */
async function openListening(context, origin) {
  const page = await context.newPage();
  await page.goto(origin + PAGE);
  await page.evaluate(() => {
    addEventListener("message", ({ data }) => {
      globalThis.told ??= data.told;
    });
    globalThis.appendFrame = (attributes) => {
      const frame = document.createElement("iframe");
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
      return document.body.appendChild(frame);
    };
    globalThis.runIn = (blank, text) => {
      blank.body.append(Object.assign(blank.createElement("script"), { type: "module", text }));
    };
  });
  return page;
}

async function assertRefused(page, control, { what = "it", itsOrigin = "null" }) {
  const told = await until(`${what} to speak`, () => page.evaluate(() => globalThis.told));
  assert.deepEqual([told.origin, told.isTypeError], [itsOrigin, true], what);
  assert.match(told.message, /baseUrl/, what);
  assert.deepEqual(await control.log(), [], what);
}
