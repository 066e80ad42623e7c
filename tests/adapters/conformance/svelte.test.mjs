// Tests of what only Svelte does, without `experimental.async`.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createSession } from "../../../pkg/index.js";
import { scenario, test as testHere } from "../../e2e/support/scenario.mjs";
import { bundleSite, importBundled } from "../support/bundle.mjs";
import { svelte as compiler } from "../support/svelte.mjs";
import { assertNoMismatch, FEATURE, openApp } from "./app.mjs";
import { conformance } from "./conformance.mjs";
import { hydrateView, INITIAL, ofSvelte, openSignedOut } from "./of-svelte.mjs";
import { svelte } from "./svelte.mjs";

ofSvelte(svelte, conformance(svelte));

testHere(
  "Svelte 5, hydration finds the server's HTML even where Svelte does not tell that it hydrates",
  scenario(async ({ context, another, watch }) => {
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
  }),
);

testHere(
  "Svelte 5, a version that is too old, and a missing session, each throw a sentence that says so",
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
