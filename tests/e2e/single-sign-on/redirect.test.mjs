import assert from "node:assert/strict";
import { gatesOf, known, openBare, snapshotOf } from "../support/bare-page.mjs";
import { BEARER_WAYS } from "../support/bearer-ways.mjs";
import { closedGates, FEATURES, gatesFor } from "../support/features.mjs";
import { lookAt } from "../support/page-life.mjs";
import { providerStage } from "../support/provider.mjs";
import { stage } from "../support/stage.mjs";
import { until } from "../support/until.mjs";

const { scenario } = stage();
const { connect } = providerStage();

const inWindow = { window: true };

for (const bearer of BEARER_WAYS) {
  scenario(
    `Back from the provider's page finds the page as it was, and the next try works (--bearer ${bearer})`,
    inWindow,
    async ({ context, another }) => {
      const { deployment, provider } = await connect(another, "bare", ["--bearer", bearer]);
      const page = await openBare(context, deployment);
      await known(page);
      await leave(page, provider);
      await page.goBack({ waitUntil: "commit" });
      await until("the page to be there again", () => page.evaluate(() => globalThis.session !== undefined));
      const { status, user } = await known(page);
      assert.deepEqual([status, user], ["unauthenticated", null]);
      assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));

      await leave(page, provider, { returnUrl: "/bare.html" });
      await page.getByTestId("continue-as-hedy").click();
      await page.waitForURL(`${deployment.origin}/bare.html`);
      const { user: who, features } = await known(page);
      assert.equal(who.email, "hedy@example.com");
      assert.deepEqual(await gatesOf(page, FEATURES), gatesFor(features));
    },
  );

  scenario(
    `another tab follows a sign-in by redirect once it is looked at (--bearer ${bearer})`,
    inWindow,
    async ({ context, another }) => {
      const { deployment, provider } = await connect(another, "bare", ["--bearer", bearer]);
      // A look just after a read is worth none by default; here people are quicker than that.
      const tab = await openBare(context, deployment, { options: { revalidate: { minIntervalMs: 0 } } });
      assert.equal((await known(tab)).status, "unauthenticated");
      const page = await openBare(context, deployment);
      await known(page);
      await lookAt(page);
      await until("the other tab to be hidden", () => tab.evaluate(() => document.hidden));
      await leave(page, provider, { returnUrl: "/bare.html" });
      await page.getByTestId("continue-as-alan").click();
      await page.waitForURL(`${deployment.origin}/bare.html`);
      await known(page);
      await lookAt(tab);
      const followed = await until("the other tab to follow", async () => {
        const snapshot = await snapshotOf(tab);
        return snapshot.status === "authenticated" && snapshot;
      });
      assert.equal(followed.user.email, "alan@example.com");
      await page.evaluate(() => session.logout());
      await until("the other tab to close", async () => (await snapshotOf(tab)).reason === "signed-out");
      assert.deepEqual(await gatesOf(tab, FEATURES), closedGates("denied"));
    },
  );
}

scenario(
  "a link that people follow by themselves leads to the provider and back, signed in",
  inWindow,
  async ({ context, another }) => {
    const { deployment } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    await page.evaluate(() => {
      const link = document.createElement("a");
      link.href = session.sso.url({ returnUrl: "/bare.html?returned" });
      link.textContent = "Sign in";
      document.body.append(link);
      link.click();
    });
    await page.getByTestId("continue-as-hedy").click();
    await page.waitForURL("**/bare.html?returned");
    assert.equal((await known(page)).user.email, "hedy@example.com");
  },
);

/** Leaves the page by `session.sso.start()`, and waits for the provider's page. */
async function leave(page, provider, options) {
  await page.evaluate((given) => {
    session.sso.start(given);
  }, options);
  await page.getByTestId("decline").waitFor();
  assert.equal(new URL(page.url()).origin, provider.issuer);
}
