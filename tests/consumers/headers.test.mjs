// The headers of docs/deploying.md, each sent with a page of the package.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { createSecureServer } from "node:http2";
import { codeOf } from "../e2e/support/documents.mjs";
import { SESSION } from "../e2e/support/identity-api.mjs";
import { startRelay } from "../e2e/support/relay.mjs";
import { launching, scenario, test } from "../e2e/support/scenario.mjs";
import { until } from "../e2e/support/until.mjs";
import { answerPage } from "./deploying/early-hints.mjs";
import { makeCertificate } from "./support/certificate.mjs";
import { installConsumers } from "./support/install.mjs";
import { installed, repository } from "./support/places.mjs";
import { policyWith } from "./support/policy.mjs";

const SITE = `${repository}target/consumers-headers/`;
const FILES = ["/pkg/index.js", "/pkg/wasm/platform_session_bg.wasm"];
const TYPES = { js: "text/javascript", wasm: "application/wasm" };
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Headers</title>
    <link rel="icon" href="data:," />
    <script type="module" src="/main.js"></script>
  </head>
  <body></body>
</html>
`;
const MAIN = `import { createSession } from "/pkg/index.js";
createSession().ready.then(({ status }) => { document.title = status; });
`;

const [links, needed, strict] = codeOf("docs/deploying.md", "http").map((block) =>
  block
    .trimEnd()
    .split("\n")
    .map((line) => /^([\w-]+): (.*)$/.exec(line).slice(1)),
);

test.beforeAll(async () => {
  await installConsumers();
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(SITE, { recursive: true });
  writeFileSync(`${SITE}index.html`, PAGE);
  writeFileSync(`${SITE}main.js`, MAIN);
  cpSync(installed, `${SITE}pkg`, { recursive: true });
});
const { key, cert, switches } = makeCertificate();
test.use(launching(switches));

/** Opens the page with these headers, given as [name, value]. Resolves with the page, and `requested`: the paths of all requests. */
async function openWith(lines, { context, another, watch }) {
  const deployment = await another(SITE);
  const rewrite = ({ "content-security-policy": _, ...headers }) => {
    const isPage = headers["content-type"]?.startsWith("text/html");
    return isPage ? { ...headers, ...headersOf(lines) } : headers;
  };
  const relay = await startRelay(deployment, { rewrite });
  try {
    const page = await context.newPage();
    await page.goto(relay.origin);
    await page.waitForFunction(() => document.title === "unauthenticated");
    await watch.quiet();
    return { page, requested: relay.received.map(({ path }) => path) };
  } finally {
    await relay.stop();
  }
}

/** Returns headers by name; several lines of a name are one header with their values. */
function headersOf(lines) {
  const headers = {};
  for (const [name, value] of lines) headers[name] = [...(headers[name] ?? []), value];
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(", ")]));
}

test(
  "With the guide's Link headers each file and the session is requested once, before any script",
  scenario(async (given) => {
    const { page, requested } = await openWith(links, given);
    for (const path of [SESSION, ...FILES])
      assert.equal(requested.filter((it) => it === path).length, 1, path);
    assert.ok(
      requested.indexOf(FILES[1]) < requested.indexOf("/main.js") ||
        requested.indexOf(SESSION) < requested.indexOf("/main.js"),
    );
    const initiators = await page.evaluate(() =>
      Object.fromEntries(
        performance
          .getEntriesByType("resource")
          .map(({ name, initiatorType }) => [new URL(name).pathname, initiatorType]),
      ),
    );
    for (const path of [SESSION, FILES[1]]) assert.equal(initiators[path], "link", path);
    // Chromium warns of a preload that no request uses.
    assert.deepEqual(given.watch.consoleLines, []);
  }),
);

test(
  "The guide's policy with the sources that the package needs is enough",
  scenario(async (given) => {
    await openWith(needed, given);
    assert.deepEqual(given.watch.consoleLines, []);
  }),
);

test(
  "The guide's strict policy is the one of these tests",
  scenario(async (given) => {
    const policy = policyWith({ styles: ["'self'"], images: ["'self'"] });
    assert.deepEqual(strict, [["Content-Security-Policy", policy]]);
    await openWith(strict, given);
  }),
);

test(
  "With early hints the browser requests the package's files before the page comes, each once",
  scenario(async ({ context, another, watch }) => {
    const deployment = await another(SITE);
    let requested;
    // A busy browser may ignore hints: then another visit is made.
    for (let visit = 0; visit < 4; visit++) {
      requested = await visitHinted(context, deployment, watch);
      if (requested.beforeThePage) break;
    }
    assert.ok(requested.beforeThePage, "the files are requested while the server makes the page");
    for (const path of [SESSION, ...FILES])
      assert.equal(requested.filter((it) => it === path).length, 1, path);
  }),
);

/** Visits the page at a new origin, where nothing is cached. Returns the requested paths; `beforeThePage`: whether the files were among them early. */
async function visitHinted(context, deployment, watch) {
  const requested = Object.assign([], { beforeThePage: false });
  const areRequested = () => FILES.every((file) => requested.includes(file));
  const server = createSecureServer({ key, cert }, (request, response) => {
    const path = request.url;
    requested.push(path);
    if (path === "/")
      return answerPage(request, response, async () => {
        await until("the files to be requested", areRequested, { timeoutMs: 5_000 }).catch(() => {});
        requested.beforeThePage = areRequested();
        return PAGE;
      });
    if (path.startsWith("/api/")) return passOn(request, response, deployment.origin);
    const type = TYPES[path.split(".").at(-1)];
    response.setHeader("content-type", type);
    response.setHeader("cache-control", "max-age=60");
    response.end(readFileSync(SITE + path.slice(1)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const page = await context.newPage();
    await page.goto(`https://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => document.title === "unauthenticated");
    await watch.quiet();
    await page.close();
  } finally {
    server.close();
  }
  return requested;
}

/** Passes the request on to the deployment, over HTTP/1.1. */
function passOn(request, response, origin) {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith(":")),
  );
  const onward = http.request(origin + request.url, { method: request.method, headers }, (answer) => {
    const { connection, "transfer-encoding": _, ...rest } = answer.headers;
    response.writeHead(answer.statusCode, rest);
    answer.pipe(response);
  });
  request.pipe(onward);
}
