import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { tokenOf, untilTokenEnds } from "../support/token.mjs";
import { until } from "../support/until.mjs";

test(
  "a closed session sends no request",
  scenario(async ({ context, deployment, control, watch }) => {
    const page = await openBare(context, deployment, {
      options: { revalidate: { intervalMs: 50, minIntervalMs: 0 } },
    });
    await known(page);
    await until("the poll to run", async () => (await control.requests("GET", SESSION)).length > 2);
    const published = await page.evaluate(() => {
      const before = seen.snapshots.length;
      session[Symbol.dispose]();
      return before;
    });
    await watch.quiet();
    await control.clearLog();
    const ended = await page.evaluate(async (credentials) => {
      for (const type of ["focus", "online", "pageshow"]) dispatchEvent(new Event(type));
      document.dispatchEvent(new Event("visibilitychange"));
      const calls = [
        () => session.refresh(),
        () => session.permissions.refresh(),
        () => session.roles(),
        () => session.sso.config(),
        () => session.sso.start(),
        () => session.fetch("/agent-hub-api/api/agent/list"),
        () => session.login(credentials),
        () => session.logout(),
      ];
      const outcomes = await Promise.all(calls.map((call) => bare.outcome(call())));
      return { codes: outcomes.map(({ error }) => error?.code), snapshots: seen.snapshots.length };
    }, credentialsOf("ada"));
    assert.deepEqual(ended, { codes: Array(8).fill("closed"), snapshots: published + 1 });
    // Six intervals of the poll.
    await pause(page, 300);
    assert.deepEqual(await control.log(), []);
  }),
);

test(
  "a sign-out reaches the deployment where the page's own `fetch` closes the session as it is sent",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    const token = await tokenOf(context, deployment);
    const { error, shown } = await page.evaluate(async (path) => {
      const real = fetch;
      globalThis.fetch = async (input, init) => {
        if (`${input}`.endsWith(path)) session.close();
        await null;
        return real(input, init);
      };
      const { error } = await bare.outcome(session.logout());
      return { error, shown: seen.snapshots.map(bare.plain).at(-1).error };
    }, LOGOUT);
    assert.deepEqual([error?.code, shown?.code], ["closed", "closed"]);
    await untilTokenEnds(deployment, token);
    assert.ok((await control.requests("POST", LOGOUT)).length > 0);
    assert.equal((await snapshotOf(page)).error?.code, "closed");
  }),
);

test(
  "a sign-out that the page's own `fetch` calls before it closes the session reaches the deployment, and other tabs hear of its end",
  scenario(async ({ context, deployment, control }) => {
    const page = await openBare(context, deployment);
    await signIn(page, "ada");
    await page.evaluate(async () => {
      globalThis.heard = [];
      new BroadcastChannel(`platform-session:${location.origin}`).onmessage = ({ data }) =>
        heard.push(data.split(":")[0]);
      const real = fetch;
      globalThis.fetch = (input, init) => {
        globalThis.fetch = real;
        session.logout().catch(() => {});
        session.close();
        return real(input, init);
      };
      await bare.outcome(session.refresh());
    });
    await until("the other tabs to hear", () => page.evaluate(() => heard.includes("sign-out-over")));
    assert.ok((await control.requests("POST", LOGOUT)).length > 0);
  }),
);

test(
  "closing closes the channel to the other tabs",
  scenario(async ({ context, deployment }) => {
    const page = await openBare(context, deployment, {
      idle: true,
      before: () => {
        globalThis.channels = [];
        globalThis.BroadcastChannel = class extends BroadcastChannel {
          constructor(name) {
            super(name);
            channels.push(this);
          }
        };
      },
    });
    const isOpenBeforeAndAfter = await page.evaluate(async () => {
      const isOpen = (channel) => {
        try {
          channel.postMessage("changed");
          return true;
        } catch {
          return false;
        }
      };
      const early = bare.start({}).session;
      early.close();
      const { session: late } = bare.start({});
      await late.ready;
      const before = channels.map(isOpen);
      late.close();
      await new Promise((resolve) => setTimeout(resolve));
      return { before, after: channels.map(isOpen) };
    });
    assert.deepEqual(isOpenBeforeAndAfter, { before: [false, true], after: [false, false] });
  }),
);
