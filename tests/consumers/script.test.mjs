// A page of classic scripts, without a tool and without modules, which loads the package as one file with its integrity.

import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { installed } from "./support/places.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { assertSeen } from "./support/seen.mjs";
import { withPackage } from "./support/served-app.mjs";

const FILE = "dist/script.js";

/** Makes the site, with the file's integrity in its page, and returns its folder. */
async function makeSite(name) {
  const folder = await withPackage("script", `script-${name}`);
  const integrity = JSON.parse(readFileSync(`${installed}dist/integrity.json`, "utf8"))[FILE];
  const page = readFileSync(`${folder}index.html`, "utf8");
  assert.ok(page.includes('"sha384-…"'));
  writeFileSync(`${folder}index.html`, page.replace('"sha384-…"', `"${integrity}"`));
  return folder;
}

/** Opens the page as a user who has the feature. */
async function open({ context, another }, site, run) {
  const deployment = await another(site);
  await servedUnder(policyWith(), deployment, async (relay) => {
    await context.request.post(`${relay.origin}/api/auth/login`, { data: credentialsOf("grace") });
    const page = await context.newPage();
    await page.goto(relay.origin);
    await run(page, relay);
  });
}

test(
  "A script tag: the page loads one file of the package, and the gate opens under a strict policy",
  scenario(async (stage) => {
    await open(stage, await makeSite("whole"), async (page, relay) => {
      await page.locator("#analyse").waitFor();
      assert.equal(await page.evaluate(() => Object.isFrozen(globalThis.platformSession)), true);
      const requested = relay.received.map(({ path }) => path);
      assert.deepEqual(
        requested.filter((path) => path.startsWith("/platform-session/")),
        [`/platform-session/${FILE}`],
      );
      assertSeen("A script tag", { wasm: false, policy: "" });
    });
  }),
);

test(
  "A script tag: a changed file does not run, and the gate stays closed",
  scenario({ expects: [/platformSession is not defined/] }, async (stage) => {
    const site = await makeSite("changed");
    appendFileSync(`${site}platform-session/${FILE}`, "\n");
    await open(stage, site, async (page) => {
      await page.waitForLoadState("networkidle");
      assert.equal(await page.evaluate(() => "platformSession" in globalThis), false);
      assert.equal(await page.locator("#analyse").isVisible(), false);
    });
  }),
);
