// A sign-out whose page does not stay to hear the answer.

import assert from "node:assert/strict";
import { known, openBare, signIn, snapshotOf } from "../support/bare-page.mjs";
import { LOGOUT, SESSION } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";
import { untilShown } from "../support/two-tabs.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();

const elsewhere = ({ origin }) => `${origin.replace("127.0.0.1", "localhost")}/bare.html?idle`;

/** How a page goes once it has signed out, or as it does. */
const WAYS = {
  "goes to another site at once": async (page, target) => {
    await page.evaluate((url) => {
      session.logout().catch(() => {});
      location.assign(url);
    }, target);
    await page.waitForURL(target);
  },
  "is loaded anew at once": (page) =>
    Promise.all([
      page.waitForEvent("load"),
      page.evaluate(() => {
        session.logout().catch(() => {});
        location.reload();
      }),
    ]),
  "is closed at once": async (page) => {
    await page.evaluate(() => {
      session.logout().catch(() => {});
    });
    await page.close();
  },
  "is closed, and signs out as it goes": async (page) => {
    await page.evaluate(() => {
      addEventListener("pagehide", () => session.logout().catch(() => {}));
    });
    await page.close({ runBeforeUnload: true });
  },
};

for (const [what, goes] of Object.entries(WAYS)) {
  scenario(
    `a sign-out of a page that ${what} reaches the deployment, and every other tab ends signed out`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      const options = { timeoutMs: 1_500, revalidate: { minIntervalMs: 0 } };
      const there = await openBare(context, deployment, { options });
      assert.equal((await known(there)).status, "authenticated");
      const [{ name, value }] = await context.cookies(deployment.origin);
      // Slow enough for the page to be gone when the answer comes.
      await control.faults({ method: "POST", path: LOGOUT, times: 1, delay_ms: 500 });
      await goes(page, elsewhere(deployment));
      await untilShown(there, "unauthenticated");
      await until(
        "the deployment to be told",
        async () => (await control.requests("POST", LOGOUT)).length > 0,
      );
      await until("the token to end", async () => {
        const answer = await fetch(deployment.origin + SESSION, { headers: { cookie: `${name}=${value}` } });
        return (await answer.json()).authenticated === false;
      });
      // Longer than an unconfirmed sign-out guards.
      await there.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
      assert.equal((await snapshotOf(there)).status, "unauthenticated");
    },
  );
}

const LEAVES = {
  "is loaded anew": async (page) => {
    await Promise.all([page.waitForEvent("load"), page.evaluate(() => location.reload())]);
  },
  "is closed": (page) => page.close({ runBeforeUnload: true }),
  "closes its session": (page) => page.evaluate(() => session.close()),
};

for (const [what, leaves] of Object.entries(LEAVES)) {
  scenario(
    `a sign-out that failed is sent once more as its page ${what}`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment);
      await signIn(page, "ada");
      const [{ name, value }] = await context.cookies(deployment.origin);
      // It asks for patience: nothing is sent again by itself meanwhile.
      const headers = { "retry-after": "600" };
      await control.faults({ method: "POST", path: LOGOUT, times: 1, status: 503, headers });
      await page.evaluate(() => session.logout().catch(() => {}));
      assert.equal((await snapshotOf(page)).signOutPending, true);
      await leaves(page);
      await until("the token to end", async () => {
        const answer = await fetch(deployment.origin + SESSION, { headers: { cookie: `${name}=${value}` } });
        return (await answer.json()).authenticated === false;
      });
      assert.equal((await control.requests("POST", LOGOUT)).length, 2);
    },
  );
}
