// Tests of what only Svelte does, with `experimental.async`.

import assert from "node:assert/strict";
import { until } from "../../e2e/support/until.mjs";
import { signIn } from "./app.mjs";
import { conformance } from "./conformance.mjs";
import { ofSvelte, openBare, textOfPage } from "./of-svelte.mjs";
import { svelteAsync } from "./svelte.mjs";

const test = conformance(svelteAsync);
ofSvelte(svelteAsync, test);

test("a component that awaits a request does not delay gates and values elsewhere, and leaves no listener", async ({
  openReady,
}) => {
  const page = await openBare(openReady, "Orders", /orders of Ada .*open/);
  // The text is read in the same turn as the call.
  await page.evaluate(() => {
    session.logout().catch(() => {});
    globalThis.shown = document.querySelector("#app").textContent;
  });
  const atOnce = (await page.evaluate(() => globalThis.shown)).replace(/\s+/g, " ").trim();
  assert.equal(atOnce, "html of no user no user orders of Ada Lovelace shut");
  await signIn(page, "grace");
  assert.match(
    await textOfPage(page),
    /^first of Grace .*html of Grace .*orders of Ada Lovelace second of Grace .*open$/,
  );
  await page.evaluate(() => view.unmount());
  await until("no listener", () => page.evaluate(() => counting.listeners() === 0));
});

test("next content of an IdentityBoundary that awaits a request does not delay the rest of the page", async ({
  openReady,
}) => {
  const page = await openBare(openReady, "Bounded", /orders of Ada .*open/);
  await signIn(page, "grace");
  const text = await textOfPage(page);
  assert.match(text, /^first of Grace .*html of Grace .*waiting second of Grace .*open$/);
  assert.doesNotMatch(text, /Ada/);
});
