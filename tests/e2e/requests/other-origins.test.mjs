// Front ends on another site than the deployment's, as a page and in a frame, in a browser that keeps or blocks third-party
// cookies. Behaviour without such cookies: tests/engines/other-origins.mjs.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { eventsOf, known, openBare, snapshotOf } from "../support/bare-page.mjs";
import { AGENTS, ROLES, SESSION } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

// Names below .localhost are addresses of this machine, which browsers trust like https; the last two labels are the site.
const FRONT = ({ port }) => `http://app.front.localhost:${port}`;
const PORTAL = ({ port }) => `http://portal.example.localhost:${port}`;

/** Changes headers so that pages of other sites send the cookie, too, and may frame the deployment's pages. */
const forOtherSites = ({ "content-security-policy": _, ...headers }) => ({
  ...headers,
  ...(headers["set-cookie"] && {
    "set-cookie": headers["set-cookie"].map((cookie) =>
      cookie.replace("SameSite=Lax", "SameSite=None; Secure"),
    ),
  }),
});

const PLACES = {
  "from another site": async (context, front, baseUrl) => {
    const page = await openBare(context, { origin: front }, { options: { baseUrl } });
    await known(page);
    return page;
  },
  "in a frame on another site's page": async (context, front, portal) => {
    const page = await openBare(context, { origin: front }, { idle: true });
    await page.evaluate(
      (src) => document.body.append(Object.assign(document.createElement("iframe"), { src })),
      `${portal}/bare.html`,
    );
    const frame = await until("the frame", () => page.frames().find((each) => each.url().startsWith(portal)));
    await frame.waitForFunction(() => globalThis.session);
    await known(frame);
    return frame;
  },
};

for (const [where, open] of Object.entries(PLACES))
  for (const [thirdPartyCookies, carrier] of [
    ["keep", "the cookie"],
    ["block", "a held token"],
  ]) {
    test(
      `${where}, where the browser is to ${thirdPartyCookies} third-party cookies, ${carrier} carries the session`,
      // The policy of the site allows requests to no other host.
      scenario(
        { context: { bypassCSP: true }, thirdPartyCookies },
        async ({ context, deployment, another, relay }) => {
          const isKept = thirdPartyCookies === "keep";
          const front = FRONT(deployment);
          const portal = await another("bare", ["--bearer", "strict", "--allowed-origin", front]);
          const { control } = portal;
          const page = await open(context, front, PORTAL(await relay(portal, { rewrite: forOtherSites })));
          await control.clearLog();
          await page.evaluate(async (credentials) => {
            await session.login(credentials);
            await session.refresh();
          }, credentialsOf("ada"));
          if (!isKept) {
            const refusals = async () => (await eventsOf(page, "cookie-refused")).length;
            await until("the event", async () => (await refusals()) > 0);
            assert.equal(await refusals(), 1);
          }
          const { status, error, stale } = await snapshotOf(page);
          assert.deepEqual([status, error, stale], ["authenticated", null, false]);
          const used = await page.evaluate(async (agents) => {
            const headers = { "content-type": "application/json" };
            const init = { method: "POST", headers, body: JSON.stringify({ name: "x" }) };
            await session.roles();
            await session.refresh();
            // Ada's role may not create a workspace: the page must be able to read that answer.
            const asked = [session.fetch(agents), session.fetch("/agent-hub-api/api/workspace", init)];
            return (await Promise.all(asked)).map(({ status }) => status);
          }, AGENTS);
          assert.deepEqual(used, [200, 403]);
          const log = await control.log();
          for (const path of [AGENTS, ROLES])
            assert.ok(log.some((entry) => entry.path === path && entry.bearer && entry.cookie === isKept));
          const reads = await control.requests("GET", SESSION);
          assert.deepEqual([reads.at(-1).cookie, reads.at(-1).bearer], [isKept, !isKept]);
        },
      ),
    );
  }
