// The pages of docs/server.md, rendered by a plain server of Node from the packed package, and taken over in Chromium.

import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { ACCOUNTS, credentialsOf } from "../e2e/support/accounts.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { until } from "../e2e/support/until.mjs";
import { installConsumers } from "./support/install.mjs";
import { installed } from "./support/places.mjs";

test.beforeAll(installConsumers);

/** Runs the scenario with a server in front of a deployment that takes the cookie for everything. */
const rendered = (name, run) =>
  test(
    name,
    scenario(async ({ context, another }) => {
      const deployment = await another("bare", ["--bearer", "cookie"]);
      const { startServer } = await import("../../examples/server/server.mjs");
      const server = await startServer({ baseUrl: deployment.origin, installed });
      const origin = `http://127.0.0.1:${server.address().port}`;
      const signIn = async (account) => {
        const answer = await context.request.post(`${origin}/api/auth/login`, {
          data: credentialsOf(account),
        });
        assert.equal(answer.status(), 200);
      };
      try {
        await run({ context, deployment, control: deployment.control, origin, signIn });
      } finally {
        server.closeAllConnections();
        server.close();
      }
    }),
  );

/** Opens the page, which notes in `shown` the texts of its user and its open gates at each change. */
async function open(context, origin) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.shown = [];
    const note = () => {
      const texts = [...document.querySelectorAll("#who, button:not([hidden])")].map(
        ({ textContent }) => textContent,
      );
      const now = texts.join(", ");
      if (document.readyState !== "loading" && shown.at(-1) !== now) shown.push(now);
    };
    document.addEventListener("DOMContentLoaded", note);
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  await page.goto(origin);
  return page;
}
const shown = (page) => page.evaluate(() => shown);
/** Reads the session, and returns its status or the code of the error. */
const confirmed = (page) =>
  page.evaluate(() =>
    session.refresh().then(
      ({ status }) => status,
      ({ code }) => code,
    ),
  );

rendered(
  "a signed-in user's page is rendered with the gates open, and does not change",
  async ({ context, origin, signIn }) => {
    await signIn("grace");
    const page = await open(context, origin);
    assert.equal(await page.evaluate(() => session.ready.then(({ status }) => status)), "authenticated");
    await confirmed(page);
    assert.deepEqual(await shown(page), ["Signed in as Grace Hopper, Chat, For experts"]);
    const initial = await page.evaluate(() => [
      session.initial.user.email,
      session.gate({ feature: "chat-history" }).initial,
      session.gate({ atLeast: "expert" }).initial,
      session.gate({ atLeast: "administrator" }).initial,
    ]);
    assert.deepEqual(initial, [ACCOUNTS.grace.email, "granted", "granted", "denied"]);
  },
);

rendered(
  "the page holds no cookie and no token, and no cache may keep it",
  async ({ context, origin, signIn }) => {
    await signIn("ada");
    const answer = await context.request.get(origin);
    const html = await answer.text();
    assert.match(html, /Signed in as Ada Lovelace/);
    const [{ value }] = await context.cookies();
    assert.ok(value.length > 20 && !html.includes(value));
    assert.doesNotMatch(html, /token/i);
    assert.equal(answer.headers()["cache-control"], "private, no-store");
  },
);

rendered("the server answers a request whose path is a whole address, and goes on", async ({ origin }) => {
  const { hostname, port } = new URL(origin);
  const outgoing = request({ hostname, port, path: "http://localhost:1/api/auth/session" }).end();
  const [answer] = await once(outgoing, "response");
  assert.ok(answer.statusCode < 500, answer.statusCode);
  answer.resume();
  assert.equal((await fetch(origin)).status, 200);
});

rendered("each request gets its own user's page", async ({ context, origin, signIn }) => {
  await signIn("ada");
  const [{ name, value }] = await context.cookies();
  const pages = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      const headers = number % 2 ? { cookie: `${name}=${value}` } : {};
      return (await fetch(origin, { headers })).text();
    }),
  );
  for (const [number, html] of pages.entries()) assert.equal(html.includes("Ada Lovelace"), number % 2 === 1);
});

rendered(
  "a sign-out closes the gates, and the next page is rendered with closed gates",
  async ({ context, origin, signIn }) => {
    await signIn("ada");
    const page = await open(context, origin);
    await page.evaluate(() => session.ready.then(() => session.logout()));
    assert.deepEqual(await shown(page), ["Signed in as Ada Lovelace, Chat", "signed-out"]);
    await page.reload();
    await page.evaluate(() => session.ready.then(() => {}));
    assert.deepEqual(await shown(page), ["no-session"]);
  },
);

rendered(
  "that an account is deactivated is said, by the server and by the page",
  async ({ context, control, origin, signIn }) => {
    await signIn("ada");
    await control.account(ACCOUNTS.ada.email, { active: false });
    const page = await open(context, origin);
    await page.evaluate(() => session.ready.then(() => {}));
    assert.equal(await confirmed(page), "unauthenticated");
    assert.deepEqual(await shown(page), ["deactivated"]);
    assert.deepEqual(await context.cookies(), []);
  },
);

rendered(
  "while the deployment cannot be reached, the page is rendered with closed gates, and opens them later",
  async ({ context, control, origin, signIn }) => {
    await signIn("ada");
    await control.faults({ method: "GET", path: "/api/auth/session", times: 1, status: 503 });
    const page = await open(context, origin);
    await until("the page's own read", async () => (await shown(page)).length === 2);
    assert.deepEqual(await shown(page), ["server-error", "Signed in as Ada Lovelace, Chat"]);
  },
);

rendered(
  "after the sign-in of another user the role catalogue is read again",
  async ({ context, control, origin, signIn }) => {
    await signIn("grace");
    const page = await open(context, origin);
    await page.evaluate(() => session.ready.then(() => {}));
    await control.clearLog();
    await page.evaluate((credentials) => session.login(credentials).then(() => {}), credentialsOf("ada"));
    await until("ada's page", async () => (await shown(page)).at(-1) === "Signed in as Ada Lovelace, Chat");
    await until("the catalogue", async () => (await control.requests("GET", "/api/roles")).length >= 1);
  },
);
