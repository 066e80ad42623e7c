// What Svelte has beside what every framework has: as it is, and with `experimental.async`.

import assert from "node:assert/strict";
import { test as testInNode } from "node:test";
import { fileURLToPath } from "node:url";
import { createSession } from "../../../pkg/index.js";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { stage } from "../../e2e/support/stage.mjs";
import { until } from "../../e2e/support/until.mjs";
import { bundleSite, importBundled } from "../support/bundle.mjs";
import { svelte as compiler } from "../support/svelte.mjs";
import { assertNoMismatch, FEATURE, GRANTED, openApp, SIGNED_OUT, signIn, textsOf } from "./app.mjs";
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

/** Ada, as the server read her. By the time at which anything of Svelte begins in the page, she is signed out. */
const INITIAL = sessionBody(GRANTED);
const LIVE = ["script", "effect before rendering", "markup", "effect"].map((where) => `${where}: no user`);

async function openSignedOut(open, control) {
  await control.faults(SIGNED_OUT);
  const page = await open({ options: { initial: INITIAL } });
  await until("the deployment's word", () =>
    page.evaluate(() => session.snapshot.status === "unauthenticated"),
  );
  return page;
}

/** All that the view `Notes` has read, from its beginning to the next frames. */
const notesOf = (page) =>
  page.evaluate(async () => {
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return noted;
  });

/** Hydrates `View` over what a server rendered of it, and gives what it shows first and in the end. */
async function hydrateView(page, html) {
  await page.evaluate(
    ([html, conditions]) => adapter.hydrate(html, { conditions, session }),
    [html, FEATURE],
  );
  await until("the hydrated gate to go live", async () => (await textsOf(page)).gate?.at(-1) === "fallback");
  return (await textsOf(page)).gate;
}

const MARKUP = {
  "another framework's server rendered": "<main><!--[--><p>of Vue</p><!--]--></main>",
  "an island has that is not hydrated yet": "<div data-session-identity=initial><p>island</p></div>",
};

for (const [testMode, { render }] of [
  [test, svelte],
  [testAsync, svelteAsync],
]) {
  for (const [owner, markup] of Object.entries(MARKUP)) {
    testMode(
      `what is mounted beside markup that ${owner} reads what is live from the first on`,
      async ({ open, control }) => {
        const page = await openSignedOut(open, control);
        await page.evaluate((markup) => {
          document.body.appendChild(document.createElement("div")).innerHTML = markup;
          adapter.mount({ view: "Notes" });
        }, markup);
        assert.deepEqual(await notesOf(page), LIVE);
      },
    );
  }

  testMode(
    "what a hydrated page without a session leads to reads what is live from the first on",
    async ({ open, control, watch }) => {
      const { html } = await (await render())("Landing", INITIAL);
      const page = await openSignedOut(open, control);
      await page.evaluate((html) => adapter.hydrate(html, { view: "Landing", session: undefined }), html);
      await page.evaluate(() => view.change());
      assert.deepEqual(await notesOf(page), LIVE);
      assertNoMismatch(watch);
    },
  );

  testMode(
    "what is mounted after an app was hydrated reads what is live from the first on, and what is hydrated then does not",
    async ({ open, control, watch }) => {
      const { html } = await (await render())("View", INITIAL, FEATURE);
      const page = await openSignedOut(open, control);
      assert.deepEqual(await hydrateView(page, html), ["content", "fallback"]);
      await page.evaluate(() => {
        globalThis.hydrated = view;
        noted.length = 0;
        adapter.mount({ view: "Notes", session });
      });
      assert.deepEqual(await notesOf(page), LIVE);
      await page.evaluate(() => {
        hydrated.unmount();
        view.unmount();
      });
      assert.deepEqual(await hydrateView(page, html), ["content", "fallback"]);
      assertNoMismatch(watch);
    },
  );
}

stage().scenario(
  "Svelte 5, a version that no longer tells whether it hydrates finds what the server rendered",
  async ({ context, another, watch }) => {
    const path = fileURLToPath(new URL("apps/svelte/untold.js", import.meta.url));
    const untold = {
      name: "untold",
      setup({ onResolve }) {
        onResolve({ filter: /^svelte\/internal\/client$/ }, ({ importer }) =>
          importer.endsWith("/dist/svelte.js") ? { path } : undefined,
        );
      },
    };
    const site = await bundleSite("../conformance/apps/svelte/page.js", {
      name: "svelte-untold",
      plugins: [untold, compiler],
    });
    const deployment = await another(site);
    const { html } = await (await svelte.render())("View", INITIAL, FEATURE);
    const page = await openSignedOut((how) => openApp(context, deployment, how), deployment.control);
    assert.deepEqual(await hydrateView(page, html), ["content", "fallback"]);
    assertNoMismatch(watch);
  },
);

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
