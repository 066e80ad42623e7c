// What Svelte has beside what every framework has: as it is, and with `experimental.async`.

import assert from "node:assert/strict";
import { test as testInNode } from "node:test";
import { fileURLToPath } from "node:url";
import { createSession } from "../../../pkg/index.js";
import { until } from "../../e2e/support/until.mjs";
import { importBundled } from "../support/bundle.mjs";
import { svelte as compiler } from "../support/svelte.mjs";
import { signIn } from "./app.mjs";
import { conformance } from "./conformance.mjs";
import { svelte, svelteAsync } from "./svelte.mjs";

const textOfPage = (page) =>
  page.evaluate(() => document.querySelector("#app").textContent.replace(/\s+/g, " ").trim());

/** Gates and values with neither an `IdentityBoundary` nor a `SignedIn` around them, and this part among them. Ada is signed in. */
async function openBare(open, within, text) {
  const page = await open();
  await signIn(page, "ada");
  await page.evaluate((within) => adapter.mount({ view: "Bare", within }), within);
  await until(`the page to show ${text}`, async () => text.test(await textOfPage(page)));
  return page;
}

/** Has the page act, and gives what it shows in the next frame. */
async function act(page) {
  await page.evaluate(async () => {
    view.change();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    globalThis.shown = document.querySelector("#app").textContent;
  });
  return (await page.evaluate(() => globalThis.shown)).replace(/\s+/g, " ").trim();
}

const test = conformance(svelte);
const testAsync = conformance(svelteAsync);

for (const testMode of [test, testAsync]) {
  for (const where of ["an effect before rendering", "an effect", "markup", "a teardown"]) {
    testMode(
      `logout() that ${where} calls closes every gate before the next frame`,
      { expects: where === "markup" ? [/state_unsafe_mutation/] : [] },
      async ({ openKnown }) => {
        const page = await openBare(openKnown, "Acts", /second of Ada .*open/);
        await page.evaluate((where) => {
          globalThis.calls = 0;
          adapter.from(where, () => {
            calls += 1;
            session.logout();
          });
        }, where);
        assert.equal(await act(page), "html of no user no user shut");
        assert.equal(await page.evaluate(() => calls), 1);
      },
    );
  }

  testMode(
    "logout() that a component calls as it is created closes every gate, and creates it once",
    async ({ openKnown }) => {
      const page = await openBare(openKnown, "Begins", /second of Ada .*open/);
      assert.equal(await act(page), "html of no user no user shut");
      assert.deepEqual(await page.evaluate(() => noted), ["made"]);
    },
  );
}

testAsync(
  "a request that waits elsewhere holds no gate and no value, and leaves no listener",
  async ({ openKnown }) => {
    const page = await openBare(openKnown, "Orders", /orders of Ada .*open/);
    // At once as it is called, before anything else runs.
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
  },
);

testAsync("what an IdentityBoundary's next content waits for holds nothing else", async ({ openKnown }) => {
  const page = await openBare(openKnown, "Bounded", /orders of Ada .*open/);
  await signIn(page, "grace");
  const text = await textOfPage(page);
  assert.match(text, /^first of Grace .*html of Grace .*waiting second of Grace .*open$/);
  assert.doesNotMatch(text, /Ada/);
});

testInNode(
  "Svelte 5, a version that is too old, and a session that is lacking, are said in a sentence",
  async () => {
    const tooOld = fileURLToPath(new URL("apps/svelte/too-old.js", import.meta.url));
    const alias = { "svelte/reactivity": tooOld };
    const { setSession } = await importBundled("../conformance/apps/svelte/provide.js", {
      name: "svelte-old",
      alias,
      plugins: [compiler],
    });
    assert.throws(
      () => setSession(createSession()),
      /^Error: platform-session\/svelte needs Svelte 5\.7 or later\.$/,
    );
    assert.throws(
      () => setSession(undefined),
      /^TypeError: setSession needs a session: setSession\(createSession\(\)\)\.$/,
    );
  },
);
