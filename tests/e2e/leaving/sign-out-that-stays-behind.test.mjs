// A page or its session ends before its sign-out is over: the sign-out still reaches the deployment, and every other tab follows.

import assert from "node:assert/strict";
import { openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { tokenOf, untilTokenEnds } from "../support/token.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

const LOCK_MS = 1_500;

const signOut = (page) =>
  page.evaluate(() => {
    session.logout().catch(() => {});
  });

/** How a page, or its session, ends right after a sign-out, or as it signs out. */
const ENDS = {
  "goes to another site": async (page, { origin }) => {
    await signOut(page);
    await page.goto(`${origin.replace("127.0.0.1", "localhost")}/bare.html?idle`);
  },
  "is closed": async (page) => {
    await signOut(page);
    await page.close({ runBeforeUnload: true });
  },
  "is closed, and signs out on pagehide,": async (page) => {
    await page.evaluate(() => {
      addEventListener("pagehide", () => session.logout().catch(() => {}));
    });
    await page.close({ runBeforeUnload: true });
  },
  "closes its session": (page) =>
    page.evaluate(() => {
      session.logout().catch(() => {});
      session.close();
    }),
};

for (const [what, end] of Object.entries(ENDS))
  for (const [when, isHeld] of [
    ["", false],
    [" before its WebAssembly is there", true],
  ]) {
    test(
      `a sign-out of a page that ${what}${when} reaches the deployment, and every other tab ends signed out`,
      scenario(async ({ context, deployment, control }) => {
        const options = { timeoutMs: LOCK_MS, revalidate: { minIntervalMs: 0 } };
        const there = await openBare(context, deployment, { options });
        await signIn(there, "ada");
        const token = await tokenOf(context, deployment);
        const page = await openBare(context, deployment, { idle: true });
        await page.evaluate(async (isHeld) => {
          const { wasm } = isHeld ? await bare.holdModule() : {};
          globalThis.session = bare.start({ wasm }).session;
          if (!isHeld) await session.ready;
        }, isHeld);
        await untilShown(page, "authenticated");
        // Slow enough for the page to have ended before the answer.
        await control.faults({ method: "POST", path: LOGOUT, times: 1, delay_ms: 500 });
        await end(page, deployment);
        await untilShown(there, "unauthenticated");
        await untilTokenEnds(deployment, token);
        // Longer than an unconfirmed sign-out locks another tab.
        await pause(there, LOCK_MS + 500);
        assert.equal((await snapshotOf(there)).status, "unauthenticated");
        // A sign-out that is under way may be sent again with `keepalive`.
        const sent = (await control.requests("POST", LOGOUT)).length;
        assert.ok(sent === 1 || sent === 2, `${sent}`);
      }),
    );
  }

/** How a page, or its session, ends after its sign-out has failed. */
const LATER_ENDS = {
  "is reloaded": (page) => page.reload(),
  "is closed": (page) => page.close({ runBeforeUnload: true }),
  "closes its session": (page) => page.evaluate(() => session.close()),
};

for (const [what, end] of Object.entries(LATER_ENDS)) {
  test(
    `a sign-out that failed is sent once more as its page ${what}`,
    scenario(async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      const token = await tokenOf(context, deployment);
      // The deployment asks for a long wait: the session sends nothing by itself.
      const headers = { "retry-after": "600" };
      await control.faults({ method: "POST", path: LOGOUT, times: 1, status: 503, headers });
      await page.evaluate(() => session.logout().catch(() => {}));
      assert.equal((await snapshotOf(page)).signOutPending, true);
      await end(page);
      await untilTokenEnds(deployment, token);
      assert.equal((await control.requests("POST", LOGOUT)).length, 2);
    }),
  );
}

test(
  "a sign-out is sent once where the WebAssembly does not load",
  scenario(async ({ context, deployment, control, watch }) => {
    await signIn(await openBare(context, deployment), "ada");
    const page = await openBare(context, deployment, { options: { wasm: "/no-such-file.wasm" } });
    const { error } = await page.evaluate(() => bare.outcome(session.logout()));
    assert.equal(error.code, "wasm-unavailable");
    await until("the sign-out", async () => (await control.requests("POST", LOGOUT)).length === 1);
    await page.evaluate(() => session.close());
    await watch.quiet();
    assert.equal((await control.requests("POST", LOGOUT)).length, 1);
  }),
);

test(
  "a sign-out is sent later where neither the WebAssembly nor its own request arrives at first",
  scenario({ expects: [/./] }, async ({ context, deployment, control }) => {
    await signIn(await openBare(context, deployment), "ada");
    let isDown = true;
    await context.route("**/*_bg.wasm", async (route) => {
      if (!isDown) return route.continue();
      await pause(page, 500);
      await route.abort("internetdisconnected");
    });
    const page = await openBare(context, deployment);
    await untilShown(page, "authenticated");
    await context.setOffline(true);
    await signOut(page);
    await until("the module to fail", async () => (await snapshotOf(page)).error !== null);
    assert.equal((await snapshotOf(page)).signOutPending, true);
    isDown = false;
    await context.setOffline(false);
    await until("the sign-out", async () => (await control.requests("POST", LOGOUT)).length > 0);
    await until("its end", async () => !(await snapshotOf(page)).signOutPending);
    const users = await page.evaluate(() => seen.snapshots.map(({ user }) => user?.email));
    assert.equal(users.lastIndexOf("ada@example.com"), users.indexOf("ada@example.com"), "never shown again");
    assert.equal((await snapshotOf(page)).user, null);
  }),
);
