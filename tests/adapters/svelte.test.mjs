import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createSession } from "../../pkg/index.js";
import { adapterBehaviour } from "./support/behaviour.mjs";
import { bundleSite, importBundled, once } from "./support/bundle.mjs";
import { menuBehaviour } from "./support/menu-behaviour.mjs";
import { svelte } from "./support/svelte.mjs";

const options = { plugins: [svelte] };

const server = once(() => importBundled("svelte/server.js", { name: "svelte", ...options }));
const testInPage = adapterBehaviour("svelte", {
  site: once(() => bundleSite("svelte/page.js", { name: "svelte", ...options })),
  render: once(async () => (await server()).render),
});
menuBehaviour(testInPage, { render: async () => (await server()).renderMenu });

test("svelte: a version that is too old, and a session that is lacking, are said in a sentence", async () => {
  const tooOld = fileURLToPath(new URL("apps/svelte/too-old.js", import.meta.url));
  const alias = { "svelte/reactivity": tooOld };
  const { setSession } = await importBundled("svelte/provide.js", { name: "svelte-old", alias, ...options });
  assert.throws(
    () => setSession(createSession()),
    /^Error: platform-session\/svelte needs Svelte 5\.7 or later\.$/,
  );
  assert.throws(
    () => setSession(undefined),
    /^TypeError: setSession needs a session: setSession\(createSession\(\)\)\.$/,
  );
});
