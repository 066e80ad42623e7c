// Where single sign-on of the sign-in form comes back to, where the page does not say so by `return-url`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startHere } from "../../pkg/adapters/elements/sso-here.js";
import { SessionError } from "../../pkg/entry/session-error.js";
import { answering } from "../e2e/support/identity-api.mjs";
import { providerStage } from "../e2e/support/provider.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { layOut, OFFER, openForm } from "./support/sign-in-form.mjs";

const { scenario } = stage();
const { connect } = providerStage();
const site = layOut("sign-in-form-sso");

/** The form, without the page's `return-url`. */
async function openWithout(context, deployment) {
  const page = await openForm(context, deployment, "?sso");
  await page.evaluate(() => app.form.removeAttribute("return-url"));
  return page;
}

for (const [address, returnUrl, what] of [
  ["/base/reports?page=2#top", "/base/reports?page=2#top", "path, query and fragment, under a base path too"],
  ["/reports?page=2#a\\b", "/reports?page=2", "without a fragment that the deployment does not accept"],
  ["/reports?of=a\\b#top", "/reports", "to the path alone, where it does not accept the query"],
  ["//reports", null, "to the deployment's home page, where it does not accept the path"],
])
  scenario(
    `single sign-on comes back to the address at the moment of the click: ${what}`,
    { site },
    async ({ context, deployment, control }) => {
      await control.faults(OFFER, answering("GET", "/api/auth/sso/idp/login", "provider"));
      const page = await openWithout(context, deployment);
      const button = page.getByRole("button", { name: "Sign in with ours" });
      await button.waitFor();
      await page.evaluate((path) => history.pushState(null, "", location.origin + path), address);
      await button.click();
      await page.waitForURL("**/api/auth/sso/idp/login*");
      assert.equal(new URL(page.url()).searchParams.get("return_url"), returnUrl);
    },
  );

scenario("the provider leads back to the page where it was, signed in", { site }, async (given) => {
  const { deployment } = await connect(given.another, site);
  const page = await openWithout(given.context, deployment);
  await page.evaluate(() => history.pushState(null, "", "/index.html?page=2#top"));
  await page.locator(".sign-in-sso").click();
  await page.getByTestId("continue-as-hedy").click();
  await page.waitForURL("**/index.html?page=2#top");
  await page.waitForFunction(() => globalThis.session?.snapshot.user?.email === "hedy@example.com");
});

/** Single sign-on of a deployment, which accepts what `accepts` does; and what it was asked for. */
function deploymentThat(accepts) {
  const asked = [];
  const sso = {
    url: () => "https://portal.example/api/auth/sso/idp/login",
    async start({ returnUrl, mode }) {
      asked.push([returnUrl, mode]);
      if (returnUrl !== undefined && !accepts(returnUrl)) throw new SessionError("invalid-return-url");
    },
  };
  return { sso, asked };
}

async function startedAt(address, { sso, asked }, options) {
  globalThis.location = new URL(address);
  try {
    await startHere(sso)(options);
  } finally {
    delete globalThis.location;
  }
  return asked.at(-1);
}

test("a front end on another origin is named by its whole address, or not at all", async () => {
  const address = "https://front.example/app?page=2#top";
  const known = deploymentThat((returnUrl) => returnUrl.startsWith("https://front.example/"));
  assert.deepEqual(await startedAt(address, known, { mode: "popup" }), [address, "popup"]);
  const unknown = deploymentThat(() => false);
  assert.deepEqual(await startedAt(address, unknown, { mode: "popup" }), [undefined, "popup"]);
});

test("a way back that is given is taken as it is, also where it is refused", async () => {
  const deployment = deploymentThat(() => false);
  const options = { returnUrl: "https://evil.example/" };
  await assert.rejects(startedAt("https://portal.example/reports", deployment, options), {
    code: "invalid-return-url",
  });
  assert.equal(deployment.asked.length, 1);
});

test("what else fails is not tried at another address", async () => {
  const { sso } = deploymentThat(() => true);
  let starts = 0;
  const start = async () => {
    starts += 1;
    throw new SessionError("popup-blocked");
  };
  await assert.rejects(startedAt("https://portal.example/reports", { sso: { ...sso, start }, asked: [] }), {
    code: "popup-blocked",
  });
  assert.equal(starts, 1);
});
