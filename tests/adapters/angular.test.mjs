// The newest major without zone.js, and with Angular's own server; the one before with zone.js.

import assert from "node:assert/strict";
import { consumers } from "../consumers/support/places.mjs";
import { adapterBehaviour, openApp } from "./support/behaviour.mjs";
import { bundleSite, importBundled, once } from "./support/bundle.mjs";

// Templates are compiled in the page, which the policy of the deployment forbids; the consumer app is compiled before.
const context = { bypassCSP: true };
// Statistics about hydration on the console are no mismatch.
const newest = { nodePaths: [`${consumers}angular-22/node_modules`], define: { ngDevMode: "false" } };

const test22 = adapterBehaviour("angular-22", {
  context,
  site: once(() => bundleSite("angular/page.js", { name: "angular-22", ...newest })),
  render: once(
    async () => (await importBundled("angular/server.js", { name: "angular-22", ...newest })).render,
  ),
});
test22("is the Angular that it says, without zones", async ({ context, deployment }) => {
  const page = await openApp(context, deployment, { idle: true });
  assert.match(await page.evaluate(() => `${adapter.version} ${adapter.hasZone}`), /^22\..* false$/);
});

const test21 = adapterBehaviour("angular-21", {
  context,
  site: once(() => bundleSite("angular/page-with-zone.js", { name: "angular-21" })),
});
test21("is the Angular that it says, with zones", async ({ context, deployment }) => {
  const page = await openApp(context, deployment, { idle: true });
  assert.match(await page.evaluate(() => `${adapter.version} ${adapter.hasZone}`), /^21\..* true$/);
});
