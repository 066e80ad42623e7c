// A session from sign-in to sign-out in each engine, on a real deployment. What lies between is driven in Chromium (tests/e2e).

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { credentialsOf, PASSWORD } from "../e2e/support/accounts.mjs";
import { gatesFor } from "../e2e/support/features.mjs";
import { AGENTS, accountOnTheWire, SESSION } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { until } from "../e2e/support/until.mjs";
import { ENGINES } from "./engine.mjs";

const ada = credentialsOf("ada");

for (const [name, launch] of Object.entries(ENGINES)) {
  describe(`In ${name}`, { timeout: 180_000 }, () => {
    let deployment;
    let engine;
    const opened = [];

    before(async () => {
      deployment = await startDeployment({ site: "bare" });
      engine = await launch();
    });
    after(async () => {
      await engine?.close();
      await deployment?.stop();
    });
    beforeEach(async () => {
      await Promise.all(opened.splice(0).map((page) => page.close()));
      await deployment.control.reset();
      await deployment.control.expire();
    });

    /** A page with a session that is known, or has failed. */
    async function open(options = {}) {
      const address = `${deployment.origin}/bare.html?options=${encodeURIComponent(JSON.stringify(options))}`;
      const page = await engine.open(address);
      opened.push(page);
      await until("the page's script to run", () => page.evaluate(() => "seen" in globalThis));
      await page.evaluate(() =>
        session.ready.then(
          () => {},
          () => {},
        ),
      );
      return page;
    }

    it("a sign-in opens the gates of the role, requests carry the token, and a sign-out closes them", async () => {
      const { login, features } = await accountOnTheWire(deployment, "ada");
      const page = await open();
      assert.equal(await page.evaluate(() => session.snapshot.status), "unauthenticated");
      await page.evaluate((credentials) => session.login(credentials).then(() => {}), ada);
      assert.equal(await page.evaluate(() => session.snapshot.user.id), login.id);
      const gates = await page.evaluate(
        (names) =>
          Object.fromEntries(
            names.map((feature) => {
              const gate = session.gate({ feature });
              return [feature, { can: gate.granted, state: gate.value }];
            }),
          ),
        Object.keys(gatesFor(features)),
      );
      assert.deepEqual(gates, gatesFor(features));
      assert.equal(
        await page.evaluate((path) => session.fetch(path).then(({ status }) => status), AGENTS),
        200,
      );
      const [request] = await deployment.control.requests("GET", AGENTS);
      assert.deepEqual([request.cookie, request.bearer], [true, true]);

      await page.evaluate(() => session.logout().then(() => {}));
      assert.deepEqual(
        await page.evaluate(() => [session.snapshot.reason, session.permissions.can("chat-history")]),
        ["signed-out", false],
      );
    });

    it("the cookie carries a reload, and a sign-out in one tab closes the other", async () => {
      const first = await open();
      await first.evaluate((credentials) => session.login(credentials).then(() => {}), ada);
      const second = await open();
      const status = () => second.evaluate(() => session.snapshot.status);
      assert.equal(await status(), "authenticated");
      await first.evaluate(() => session.logout().then(() => {}));
      await until("the other tab to close", async () => (await status()) === "unauthenticated");
    });

    it("nothing is left where a script can read it", async () => {
      const page = await open();
      await page.evaluate((credentials) => session.login(credentials).then(() => {}), ada);
      await page.evaluate((path) => session.fetch(path).then(() => {}), AGENTS);
      const left = await page.evaluate(async () => ({
        local: { ...localStorage },
        session: { ...sessionStorage },
        cookie: document.cookie,
        databases: (await indexedDB.databases?.()) ?? [],
        caches: (await globalThis.caches?.keys()) ?? [],
        name: globalThis.name,
        state: history.state,
      }));
      const nothing = {
        local: {},
        session: {},
        cookie: "",
        databases: [],
        caches: [],
        name: "",
        state: null,
      };
      assert.deepEqual(left, nothing);
      const met = await page.evaluate((password) => {
        const found = [];
        bare.deeply(session, (value) => {
          if (typeof value === "string" && value.includes(password)) found.push(value);
        });
        return found;
      }, PASSWORD);
      assert.deepEqual(met, []);
    });

    it("an outage signs nobody out", async () => {
      const page = await open();
      await page.evaluate((credentials) => session.login(credentials).then(() => {}), ada);
      // The read that confirms the sign-in is over by then.
      await page.evaluate(() => session.refresh().then(() => {}));
      await deployment.control.faults({
        method: "GET",
        path: SESSION,
        times: 100,
        status: 503,
        body: "busy",
      });
      const refused = await page.evaluate(() => bare.outcome(session.refresh()));
      assert.equal(refused.error.code, "server-error");
      const shown = () => page.evaluate(() => [session.snapshot.status, session.snapshot.stale]);
      assert.deepEqual(await shown(), ["authenticated", true]);
      await deployment.control.clearFaults();
      await page.evaluate(() => session.refresh().then(() => {}));
      assert.deepEqual(await shown(), ["authenticated", false]);
    });

    it("a 401 of a page that was reloaded asks to sign in again, and the request is sent once more", async () => {
      const first = await open();
      await first.evaluate((credentials) => session.login(credentials).then(() => {}), ada);
      const page = await open();
      const [status, reasons] = await page.evaluate(
        async (path, credentials) => {
          session.close();
          const reasons = [];
          const { session: again } = bare.start({
            reauthenticate: (within, { reason, user }) => {
              reasons.push([reason, user.email]);
              return within.login(credentials);
            },
          });
          await again.ready;
          const { status } = await again.fetch(path);
          again.close();
          return [status, reasons];
        },
        AGENTS,
        ada,
      );
      assert.deepEqual([status, reasons], [200, [["bearer", ada.email]]]);
    });

    it("no request leaves for another address, and none where the WebAssembly does not come", async () => {
      const page = await open();
      await deployment.control.clearLog();
      const codes = await page.evaluate(async () => {
        const addresses = ["https://elsewhere.example/api/roles", "/pkg/index.js", "/api/../bare.html"];
        const refused = await Promise.all(addresses.map((address) => bare.outcome(session.fetch(address))));
        return refused.map(({ error }) => error.code);
      });
      assert.deepEqual(codes, ["foreign-url", "foreign-url", "foreign-url"]);
      assert.deepEqual(await deployment.control.log(), []);

      const lost = await open({ wasm: "/pkg/wasm/nothing-here.wasm" });
      const [ready, granted, sent] = await lost.evaluate(
        async (credentials) => [
          await bare.outcome(session.ready),
          session.permissions.can("chat-history"),
          await bare.outcome(session.login(credentials)),
        ],
        ada,
      );
      assert.deepEqual([ready.error.code, granted], ["wasm-unavailable", false]);
      assert.equal(sent.error.code, "wasm-unavailable");
      const paths = (await deployment.control.log()).map(({ path }) => path);
      assert.deepEqual([...new Set(paths)], [SESSION]);
    });
  });
}
