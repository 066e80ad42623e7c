// A sign-out whose page, or session, is gone before it is over: the deployment is told of it all the same, and it ends nobody
// who signs in after it on that page.

import assert from "node:assert/strict";
import { ACCOUNTS, credentialsOf } from "../support/accounts.mjs";
import { known, openBare, refresh, signIn, snapshotOf } from "../support/bare-page.mjs";
import { LOGIN, LOGOUT, SESSION } from "../support/identity-api.mjs";
import { pause } from "../support/page-life.mjs";
import { startRelay } from "../support/relay.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

/** How a page, or its session, goes once it has signed out, or as it does. */
const WAYS = {
  "goes to another page": async (page, { origin }) => {
    await page.evaluate(() => {
      session.logout().catch(() => {});
    });
    await page.goto(`${origin}/bare.html?idle`);
  },
  "is closed": async (page) => {
    await page.evaluate(() => {
      session.logout().catch(() => {});
    });
    await page.close({ runBeforeUnload: true });
  },
  "is closed, and signs out as it goes": async (page) => {
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

for (const [what, goes] of Object.entries(WAYS)) {
  scenario(
    `a sign-out that waits for the WebAssembly reaches the deployment, once, where its page ${what}`,
    async ({ context, deployment, control }) => {
      const options = { timeoutMs: 1_500, revalidate: { minIntervalMs: 0 } };
      const there = await openBare(context, deployment, { options });
      await signIn(there, "ada");
      const page = await openBeforeModule(context, deployment);
      const [{ name, value }] = await context.cookies(deployment.origin);
      await goes(page, deployment);
      await until("the token to end", async () => {
        const answer = await fetch(deployment.origin + SESSION, { headers: { cookie: `${name}=${value}` } });
        return (await answer.json()).authenticated === false;
      });
      await untilShown(there, "unauthenticated");
      await pause(there, 300);
      assert.equal((await control.requests("POST", LOGOUT)).length, 1);
    },
  );
}

scenario(
  "a page that signed out before its WebAssembly, and comes back from the cache, finds that it did",
  { window: true },
  async ({ context, deployment, control }) => {
    await signIn(await openBare(context, deployment), "ada");
    const page = await openBeforeModule(context, deployment);
    await page.evaluate(() => {
      globalThis.isBack = false;
      addEventListener("pageshow", () => {
        globalThis.isBack = true;
      });
      bare.outcome(session.logout()).then((outcome) => {
        globalThis.signedOut = outcome;
      });
    });
    await page.goto(`${deployment.origin}/bare.html?idle`);
    await until("the sign-out", async () => (await control.requests("POST", LOGOUT)).length === 1);
    await page.goBack({ waitUntil: "commit" });
    await until("the page that was left", () => page.evaluate(() => globalThis.isBack === true));
    await page.evaluate(() => held.release());
    await until("the engine's word", async () => {
      const { status, signOutPending } = await snapshotOf(page);
      return status === "unauthenticated" && !signOutPending;
    });
    assert.equal((await page.evaluate(() => signedOut)).error.code, "superseded");
    assert.equal((await control.requests("POST", LOGOUT)).length, 1, "it is not sent again");
    const { value } = await page.evaluate(
      (credentials) => bare.outcome(session.login(credentials)),
      credentialsOf("grace"),
    );
    assert.equal(value.user.email, ACCOUNTS.grace.email);
  },
);

for (const [when, open] of Object.entries({
  "": openBare,
  ", before its WebAssembly came,": openBeforeModule,
})) {
  scenario(
    `a sign-in on a new session waits for the sign-out of the one that was closed${when} and lasts`,
    async ({ context, deployment }) => {
      const relay = await startRelay(deployment);
      try {
        const other = await openBare(context, relay);
        await signIn(other, "ada");
        await other.close();
        const page = await open(context, relay);
        await until("Ada", async () => (await snapshotOf(page)).user !== null);
        if (open === openBare) await known(page);
        // One that is under way is given up as its session is closed, and sent once more.
        const logouts = [1, 2].map(() => relay.halt("answer", "POST", LOGOUT));
        const signIns = relay.count("POST", LOGIN);
        await page.evaluate((credentials) => {
          session.logout().catch(() => {});
          session.close();
          globalThis.held?.release();
          globalThis.session = bare.start({}).session;
          globalThis.signedIn = bare.outcome(session.login(credentials));
        }, credentialsOf("grace"));
        await logouts[0].met();
        await pause(page, 300);
        assert.equal(relay.count("POST", LOGIN), signIns, "the sign-in waits");
        assert.equal((await snapshotOf(page)).user, null);
        for (const logout of logouts) logout.go();
        const { value } = await page.evaluate(() => signedIn);
        assert.equal(value.user.email, ACCOUNTS.grace.email);
        assert.equal((await refresh(page)).value.user?.email, ACCOUNTS.grace.email);
        await page.reload();
        assert.equal(await isSignedIn(page), true);
      } finally {
        await relay.stop();
      }
    },
  );
}

const isSignedIn = (page) =>
  page.evaluate(async (path) => (await (await fetch(path)).json()).authenticated, SESSION);

/** A page of Ada's whose WebAssembly is held. */
async function openBeforeModule(context, deployment) {
  const page = await openBare(context, deployment, { idle: true });
  await startBeforeModule(page);
  return page;
}

/** Starts a session whose WebAssembly comes when `held.release()` is called, and waits for the first answer. */
async function startBeforeModule(page) {
  await page.evaluate(async () => {
    globalThis.held = await bare.holdModule();
    globalThis.session = bare.start({ wasm: held.wasm }).session;
  });
  await until("the first answer", async () => (await snapshotOf(page)).status === "authenticated");
}
