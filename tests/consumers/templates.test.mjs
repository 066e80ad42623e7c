// Each example as a user's template: copied elsewhere, installed with the packed package, and started in front of a deployment.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleNames } from "../../scripts/example.mjs";
import { findChromium } from "../../scripts/install/browser.mjs";
import { SESSION } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { freePort } from "../e2e/support/ports.mjs";
import { test } from "../e2e/support/scenario.mjs";
import { until } from "../e2e/support/until.mjs";
import { command } from "./support/command.mjs";
import { installPackage } from "./support/install.mjs";
import { examples, installed } from "./support/places.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const INSTALL_MS = 600_000;
const START_MS = 180_000;
const PAGE_MS = 120_000;
/** The arguments of an installation. Under `npm test` npm passes this repository's settings on, so `engine-strict` must be switched off. */
const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--no-engine-strict"];
/** Folders that tools write into an example's folder. */
const GENERATED =
  /\/(?:node_modules|dist|build|test-results|storybook-static|\.(?:astro|next|nuxt|output|react-router|svelte-kit))$/;

const loopback = (host) => (port) => [host, "127.0.0.1", "--port", String(port)];
/** The arguments that set a server's address, by tool. Plain Node reads only `PORT`. */
const ADDRESS = { next: loopback("--hostname"), node: () => [] };
/** The output of the examples that serve no page. */
const PRINTS = { openfeature: /the flags follow the permissions/, "testing/playwright": /5 passed/ };
/** The page and its text of the examples that need no deployment. */
const SHOWS = {
  "testing/storybook": { path: "/iframe.html?id=reports--signed-in", text: "Signed in as Ada" },
};

/** Each worker has its own folder, tarball and deployment. */
let outside;
let tarball;
let deployment;

test.beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), "platform-session-templates-"));
  await installPackage();
  // Packs the unpacked package again: another test file may be packing the original at this time.
  const pack = ["pack", "--silent", "--pack-destination", outside];
  tarball = join(outside, (await command("npm", pack, { cwd: installed })).trim().split("\n").at(-1));
  deployment = await startDeployment({ site: "bare", flags: ["--bearer", "cookie"] });
});

test.afterAll(async () => {
  await deployment?.stop();
  rmSync(outside, { recursive: true, force: true });
});

test.describe("An example that was copied elsewhere", () => {
  test.describe.configure({ mode: "parallel" });
  for (const name of exampleNames()) {
    test(`${name} is installed and started by its own package.json`, async ({ browser }) => {
      const cwd = copyOf(name);
      try {
        await command("npm", [...INSTALL, tarball], { cwd, timeoutMs: INSTALL_MS });
        const { scripts } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
        if (scripts.test || name in PRINTS) await assertPrints(name, cwd, scripts);
        else await assertServes(name, cwd, scripts.dev, browser);
      } finally {
        rmSync(cwd, { recursive: true, force: true });
      }
    });
  }
});

function copyOf(name) {
  const cwd = join(outside, name);
  mkdirSync(cwd, { recursive: true });
  cpSync(examples + name, cwd, { recursive: true, filter: (path) => !GENERATED.test(path) });
  return cwd;
}

/** Runs an example that ends by itself, and checks what it prints. */
async function assertPrints(name, cwd, { test }) {
  const env = {
    PLATFORM_ORIGIN: deployment.origin,
    PORT: String(await freePort()),
    CHROMIUM: findChromium(),
  };
  const printed = await command("npm", ["run", test ? "test" : "dev"], { cwd, env, timeoutMs: START_MS });
  assert.match(printed, PRINTS[name] ?? /Tests:? .*passed/);
}

async function assertServes(name, cwd, dev, browser) {
  const [tool] = dev.split(" ");
  const address = ADDRESS[tool] ?? loopback("--host");
  const server = await startServer((port) => ["run", "dev", "--", ...address(port)], {
    cwd,
    env: {
      PLATFORM_ORIGIN: deployment.origin,
      CI: "1",
      ASTRO_TELEMETRY_DISABLED: "1",
      NEXT_TELEMETRY_DISABLED: "1",
    },
    program: "npm",
    startMs: START_MS,
  });
  try {
    const page = SHOWS[name];
    await assertAnswers(server.origin, page);
    await assertRuns(browser, server.origin, page);
  } finally {
    await server.stop();
  }
}

/** Checks over HTTP that the page is served, and that the deployment answers a session read behind it. */
async function assertAnswers(origin, page) {
  const isServed = async () => (await fetch(origin + (page?.path ?? "/"))).ok;
  await until("the page", isServed, { timeoutMs: PAGE_MS, everyMs: 500 });
  if (page) return;
  const answer = await fetch(origin + SESSION);
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { authenticated: false });
}

/** Checks that the package runs in the page in Chromium: the page requests the session at its own origin. */
async function assertRuns(browser, origin, page) {
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    const options = { timeout: PAGE_MS };
    const sessionRead = page ? undefined : tab.waitForResponse(origin + SESSION, options);
    await Promise.all([sessionRead, tab.goto(origin + (page?.path ?? "/"), options)]);
    if (sessionRead) assert.equal((await sessionRead).status(), 200);
    else await tab.getByText(page.text).waitFor(options);
  } finally {
    await context.close();
  }
}
