// Pages without an origin of their own: `createSession` needs `baseUrl` there, and sends no request without it.

import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const PAGE = "/no-policy.html";

/** Opens an address of the deployment from which any page may load the package; `policy`: the only policy of its pages. */
const openPackage = (relay, policy = {}) =>
  relay(undefined, {
    rewrite: ({ "content-security-policy": _, ...headers }) => ({
      ...headers,
      ...policy,
      "access-control-allow-origin": "*",
    }),
  });

/** Returns code that creates a session without `baseUrl`, and reports the outcome to the page around it, or to its opener. */
const probe = (origin) => `
  const report = { origin: location.origin };
  const { createSession } = await import("${origin}/pkg/index.js");
  try {
    createSession().close();
  } catch (error) {
    Object.assign(report, { isTypeError: error.constructor === TypeError, message: error.message });
  }
  (globalThis.opener ?? parent).postMessage({ report }, "*");
  globalThis.report = report;
`;

const scriptOf = (origin) => `<script type="module">${probe(origin)}</script>`;

/** Each runs in a page, and opens a page without an origin in a frame or a window. */
const PLACES = {
  "a frame of srcdoc": ({ html }) => void appendFrame({ srcdoc: html }),
  "a sandboxed frame of srcdoc": ({ html }) => void appendFrame({ srcdoc: html, sandbox: "allow-scripts" }),
  "a frame of a data: URL": ({ html }) =>
    void appendFrame({ src: `data:text/html,${encodeURIComponent(html)}` }),
  "an about:blank frame": ({ text }) => runIn(appendFrame({}).contentDocument, text),
  "an about:blank window": ({ text }) => runIn(window.open("about:blank", "_blank").document, text),
};

test(
  "in a frame or window without an origin createSession throws for want of baseUrl, and no request is sent",
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
  "in a sandboxed page of the deployment itself createSession throws for want of baseUrl, and no request is sent",
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
  "in a page from file:// createSession throws for want of baseUrl, and no request is sent",
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

/** Opens an address of the deployment that allows the origin `null`. */
const openForNull = (relay) =>
  relay(undefined, {
    rewrite: (headers) => ({
      ...headers,
      "access-control-allow-origin": "null",
      "access-control-allow-credentials": "true",
    }),
  });

/** Returns code that creates a session, and reports its first known status. */
const readingCode = (baseUrl) => `
  const session = createSession({ baseUrl: "${baseUrl}" });
  session.subscribe(({ status }) => {
    if (status === "unknown") return;
    globalThis.report = status;
    parent.postMessage({ report: status }, "*");
  });
`;

test(
  "with baseUrl a sandboxed frame reads the session of a deployment that allows the origin null, and of no other",
  scenario(async ({ context, watch, relay }) => {
    const { origin } = await openPackage(relay);
    const { origin: baseUrl } = await openForNull(relay);
    const page = await openListening(context, origin);
    const html = `<script type="module">
      const { createSession } = await import("${origin}/pkg/index.js");
      ${readingCode(baseUrl)}
    </script>`;
    await page.evaluate(PLACES["a sandboxed frame of srcdoc"], { html });
    assert.equal(
      await until("the frame to report", () => page.evaluate(() => globalThis.report)),
      "unauthenticated",
    );
    const requested = watch.urls.filter((url) => url.includes("/api/"));
    assert.deepEqual([...new Set(requested)], [baseUrl + SESSION]);
  }),
);

test(
  "with baseUrl and the classic script a page from file:// reads the session of a deployment that allows the origin null",
  scenario(async ({ context, relay }) => {
    const { origin: baseUrl } = await openForNull(relay);
    const folder = await mkdtemp(join(tmpdir(), "platform-session-"));
    try {
      await copyFile(new URL("../../../pkg/dist/script.js", import.meta.url), join(folder, "script.js"));
      const path = join(folder, "page.html");
      const script = `const { createSession } = platformSession; ${readingCode(baseUrl)}`;
      await writeFile(path, `<!doctype html><script src="script.js"></script><script>${script}</script>`);
      const page = await context.newPage();
      await page.goto(pathToFileURL(path).href);
      assert.equal(
        await until("the page to report", () => page.evaluate(() => globalThis.report)),
        "unauthenticated",
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }),
);

/** Opens a page that keeps in `report` the first message of a page within it, or of a page that it opened. */
async function openListening(context, origin) {
  const page = await context.newPage();
  await page.goto(origin + PAGE);
  await page.evaluate(() => {
    addEventListener("message", ({ data }) => {
      globalThis.report ??= data.report;
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
  const report = await until(`${what} to report`, () => page.evaluate(() => globalThis.report));
  assert.deepEqual([report.origin, report.isTypeError], [itsOrigin, true], what);
  assert.match(report.message, /baseUrl/, what);
  assert.deepEqual(await control.log(), [], what);
}
