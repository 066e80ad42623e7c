// A page with names that an import map resolves: nothing is built. It runs under a strict policy that names the map by its hash.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { once } from "../adapters/support/bundle.mjs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { codeOf } from "../e2e/support/documents.mjs";
import { SESSION } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { examples } from "./support/places.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { assertSeen } from "./support/seen.mjs";
import { withPackage } from "./support/served-app.mjs";

const STYLES = ["'self'"];
const MAP = /<script type="importmap">(.*?)<\/script>/s;

const site = once(() => withPackage("import-map"));

function hashOfMap() {
  const [, map] = MAP.exec(readFileSync(`${examples}import-map/index.html`, "utf8"));
  return `'sha256-${createHash("sha256").update(map).digest("base64")}'`;
}

/** The policy of the guide, with the hash in its place, and Trusted Types enforced besides. */
function policyOfGuide() {
  const [header] = codeOf("docs/bundlers.md", "http");
  assert.ok(header.includes("'sha256-…'"));
  const policy = header.trimEnd().replace("Content-Security-Policy: ", "").replace("'sha256-…'", hashOfMap());
  return `default-src 'none'; ${policy}; style-src 'self'; img-src data:; require-trusted-types-for 'script'`;
}

/** Runs the scenario on the page, under this policy. */
const under = (policy, run) => async (stage) => {
  const deployment = await stage.another(await site(), ["--bearer", "cookie"]);
  await servedUnder(policy, deployment, async (relay) => {
    const page = await stage.context.newPage();
    await page.goto(relay.origin);
    await run({ ...stage, page, relay });
  });
};

test(
  "An import map: the page signs in and out, and asks for each file and for the session once",
  scenario(
    under(policyOfGuide(), async ({ page, relay, watch }) => {
      const { email, password } = credentialsOf("ada");
      await page.getByText("You are unauthenticated.").waitFor();
      await watch.quiet();
      const requested = relay.received.map(({ path }) => path).filter((path) => path !== "/");
      assert.deepEqual(requested.sort(), [
        SESSION,
        "/app.js",
        "/platform-session/dist/elements.css",
        "/platform-session/dist/elements.js",
        "/platform-session/index.js",
        "/platform-session/wasm/platform_session_bg.wasm",
      ]);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("Reports of Ada Lovelace").waitFor();
      await page.getByText("Your chats.").waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByText("You are unauthenticated.").waitFor();
      assert.equal(await page.getByText("Your chats.").isVisible(), false);
      assertSeen("An import map", { wasm: true, policy: "its import map" });
    }),
  ),
);

test(
  "An import map that the policy does not name leaves the gates closed",
  // A name that nothing resolves is an error without a text.
  scenario(
    { expects: [/Content Security Policy/i, /^$/] },
    under(policyWith({ styles: STYLES }), async ({ page, watch }) => {
      await watch.quiet();
      assert.equal(watch.violations.length, 1);
      assert.equal(await page.getByText("You are unknown.").isVisible(), true);
      assert.equal(await page.locator("session-gate").isVisible(), false);
    }),
  ),
);
