import { adapterBehaviour } from "./support/behaviour.mjs";
import { bundleSite, importBundled, once } from "./support/bundle.mjs";
import { svelte } from "./support/svelte.mjs";

const options = { plugins: [svelte] };

adapterBehaviour("svelte", {
  site: once(() => bundleSite("svelte/page.js", { name: "svelte", ...options })),
  render: once(async () => (await importBundled("svelte/server.js", { name: "svelte", ...options })).render),
});
