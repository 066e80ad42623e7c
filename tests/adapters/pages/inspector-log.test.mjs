// The inspector's log: calls, requests, events, messages of other tabs, and what the page shows.

import assert from "node:assert/strict";
import { AGENTS, SESSION } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { layOut, open, select, shows, signIn, textOf } from "../support/inspector.mjs";

const site = layOut();

test(
  "calls, requests, events, messages of tabs and shown states are listed as they happen",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await open(context, deployment);
    await select(page, "Log");
    await shows(page, /sent\s+GET \/api\/auth\/session 200, \d+ ms/);
    await signIn(page, "ada");
    await shows(page, /called\s+login\(\) done, \d+ ms/);
    await shows(page, /sent\s+POST \/api\/auth\/login 200, \d+ ms/);
    await shows(page, /shown\s+user Ada Lovelace, default/);
    await shows(page, /event\s+signed-in/);
    await shows(page, /told tabs\s+(signed-in|changed)/);
    const other = await open(context, deployment);
    await other.evaluate(() => session.ready.then(() => session.logout()));
    await shows(page, /heard\s+signed-out/);
    await shows(page, /shown\s+unauthenticated: signed-out/);
    await control.faults({ method: "GET", path: SESSION, times: 100, drop: "before-headers" });
    await page.evaluate(() => session.refresh().catch(() => {}));
    await shows(page, /called\s+refresh\(\) network/);
    await shows(page, /sent\s+GET \/api\/auth\/session no answer, /);
  }),
);

test(
  "a panel that is opened late lists the reads before it",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "?idle");
    await page.evaluate(() => session.ready.then(() => {}));
    await page.evaluate(() => void inspect(session, { open: true }));
    await select(page, "Log");
    await shows(page, /sent\s+GET \/api\/auth\/session (200|answered), \d+ ms/);
    await shows(page, /since before \d\d:/);
  }),
);

test(
  "the first read is listed where the page has the preload line",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment, "preload.html");
    await page.evaluate(() => session.ready.then(() => {}));
    await select(page, "Log");
    await shows(page, /sent\s+GET \/api\/auth\/session, preloaded (200|answered), \d+ ms/);
    await page.waitForTimeout(600);
    assert.equal((await textOf(page)).split("GET /api/auth/session").length, 2, "once");
  }),
);

test(
  "a sign-out is listed once, and so is the request that it ended",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await open(context, deployment);
    await signIn(page, "ada");
    await select(page, "Log");
    await control.faults({ method: "GET", path: AGENTS, times: 1, drop: "hang" });
    await page.evaluate(async (path) => {
      session.fetch(path).catch(() => {});
      await session.logout();
    }, AGENTS);
    await shows(page, /sent\s+POST \/api\/auth\/logout 200/);
    await shows(page, /given up/);
    // The browser's own list of requests comes later.
    await page.waitForTimeout(1_000);
    assert.equal((await textOf(page)).split("POST /api/auth/logout").length, 2, await textOf(page));
  }),
);

test(
  "calls are listed by their names on the session",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await signIn(page, "ada");
    await page.evaluate(() =>
      Promise.allSettled([session.sso.config(), session.permissions.refresh()]).then(() => {}),
    );
    await select(page, "Log");
    await shows(page, /called\s+sso\.config\(\) /);
    await shows(page, /called\s+permissions\.refresh\(\) done/);
  }),
);

test(
  "the requests of session.fetch are listed with their outcome, and without query, fragment and body",
  scenario({ site }, async ({ context, deployment, control }) => {
    const page = await open(context, deployment);
    await signIn(page, "ada");
    await select(page, "Requests");
    await shows(page, /No request of session\.fetch so far/);
    await page.evaluate(async (path) => {
      await session.fetch(`${path}?key=s3cret#s3cret`);
      await session.fetch("/api/none", { method: "POST", body: "s3cret" });
      await session.fetch("/elsewhere").catch(() => {});
      await session.fetch("https://other.invalid/api/x?s3cret").catch(() => {});
      const abort = new AbortController();
      const aborted = session.fetch(path, { signal: abort.signal }).catch(() => {});
      abort.abort();
      await aborted;
    }, AGENTS);
    await shows(page, new RegExp(`GET ${AGENTS} 200, \\d+ ms`));
    await shows(page, /POST \/api\/none 404, \d+ ms/);
    await shows(page, /GET \/elsewhere foreign-url/);
    await shows(page, /GET https:\/\/other\.invalid\/api\/x foreign-url/);
    await shows(page, new RegExp(`GET ${AGENTS} aborted`));
    await control.faults({ method: "GET", path: AGENTS, times: 1, drop: "hang" });
    await page.evaluate((path) => void session.fetch(path).catch(() => {}), AGENTS);
    await shows(page, new RegExp(`GET ${AGENTS} under way`));
  }),
);
