import assert from "node:assert/strict";
import {
  adapterBehaviour,
  openApp,
  SIGNED_IN,
  SIGNED_OUT,
  showsText,
  signIn,
  signOut,
  textOf,
} from "./support/behaviour.mjs";
import { bundleSite, importBundled, once } from "./support/bundle.mjs";

const test = adapterBehaviour("solid", {
  site: once(() => bundleSite("solid.jsx")),
  render: once(async () => (await importBundled("solid.server.jsx", { name: "solid" })).render),
});

test("what is behind a gate is made once it is granted, and let go at the sign-out", async ({
  context,
  deployment,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await openApp(context, deployment, { idle: true });
  const before = await page.evaluate(() => {
    adapter.start();
    adapter.behind();
    return made;
  });
  assert.equal(before, 0, "nothing while it is unknown");
  await page.locator("#out").waitFor();
  await control.faults(SIGNED_OUT);
  await page.locator("#out").click();
  await showsText(page, "gone", "gone");
  await showsText(page, "lacking", "fallback");
  assert.deepEqual(await page.evaluate(() => [made, gone]), [1, 1]);
});

test("what begins anew begins with who is there, and not with who has left", async ({
  context,
  deployment,
}) => {
  const page = await openApp(context, deployment, { view: { conditions: { feature: "chat-history" } } });
  await signIn(page, "ada");
  await showsText(page, "status", "authenticated Ada Lovelace");
  await signIn(page, "grace");
  await showsText(page, "status", "authenticated Grace Hopper");
  assert.equal(await textOf(page, "begun"), "Grace Hopper", "another user");
  await signOut(page);
  assert.equal(await textOf(page, "begun"), "nobody");
});
