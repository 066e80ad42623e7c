import assert from "node:assert/strict";
import { PEOPLE } from "../../provider/people.mjs";
import { gatesOf, known, openBare } from "../support/bare-page.mjs";
import { closedGates, FEATURES } from "../support/features.mjs";
import { providerStage } from "../support/provider.mjs";
import { scenario, test } from "../support/scenario.mjs";
import { until } from "../support/until.mjs";

const { connect } = providerStage();

const RETURN_URL = "/bare.html?returned";

test(
  "the page works after Back from the provider's page, and signs in at the next try",
  scenario({ window: true }, async ({ context, another }) => {
    const { deployment, provider } = await connect(another);
    const page = await openBare(context, deployment);
    await known(page);
    await leave(page, provider);
    await page.goBack({ waitUntil: "commit" });
    await until("the page to be there again", () => page.evaluate(() => globalThis.session !== undefined));
    const { status, user } = await known(page);
    assert.deepEqual([status, user], ["unauthenticated", null]);
    assert.deepEqual(await gatesOf(page, FEATURES), closedGates("denied"));
    await leave(page, provider);
    await comeBack(page, deployment);
  }),
);

/** Each runs in the page, and leaves for the provider. */
const WAYS = {
  "a sign-in that the page starts in the turn of its creation": (returnUrl) => {
    globalThis.session = bare.start({}).session;
    session.sso.start({ returnUrl }).catch(() => {});
  },
  "a link that the user follows": async (returnUrl) => {
    globalThis.session = bare.start({}).session;
    await session.ready;
    const link = document.createElement("a");
    link.href = session.sso.url({ returnUrl });
    link.textContent = "Sign in";
    document.body.append(link);
    link.click();
  },
};

for (const [what, go] of Object.entries(WAYS)) {
  test(
    `${what} leads to the provider and back, signed in`,
    scenario(async ({ context, another }) => {
      const { deployment } = await connect(another);
      const page = await openBare(context, deployment, { idle: true });
      await page.evaluate(go, RETURN_URL);
      await comeBack(page, deployment);
    }),
  );
}

/** Leaves the page by `session.sso.start()`, and waits for the provider's page. */
async function leave(page, { issuer }) {
  await page.evaluate((returnUrl) => {
    session.sso.start({ returnUrl });
  }, RETURN_URL);
  await page.getByTestId("decline").waitFor();
  assert.equal(new URL(page.url()).origin, issuer);
}

/** Signs in at the provider, and waits for the return URL. */
async function comeBack(page, { origin }) {
  await page.getByTestId("continue-as-hedy").click();
  await page.waitForURL(origin + RETURN_URL);
  assert.equal((await known(page)).user.email, PEOPLE.hedy.email);
}
