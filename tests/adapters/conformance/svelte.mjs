import { svelteAsync as asyncCompiler, svelte as compiler } from "../support/svelte.mjs";
import { framework } from "./framework.mjs";

const NOTHING_IS_AWAITED = "without `experimental.async`, Svelte hydrates and updates at once";

export const svelte = framework("Svelte 5", {
  client: "svelte/page.js",
  server: "svelte/server.js",
  cannot: { "hydrated but for a late part": NOTHING_IS_AWAITED, "an update held": NOTHING_IS_AWAITED },
  rendersAtOnce: true,
  plugins: [compiler],
});

export const svelteAsync = framework("Svelte 5 async", {
  client: "svelte/async.js",
  server: "svelte/async.server.js",
  rendersAtOnce: true,
  plugins: [asyncCompiler],
});
