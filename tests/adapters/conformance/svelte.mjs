import { svelte as compiler, svelteAsync } from "../support/svelte.mjs";
import { framework } from "./conformance.mjs";

const NOTHING_IS_AWAITED = "without `experimental.async`, Svelte hydrates and updates at once";

export const svelte = [
  framework("Svelte 5", {
    client: "svelte/page.js",
    server: "svelte/server.js",
    cannot: { "hydrated but for a late part": NOTHING_IS_AWAITED, "an update held": NOTHING_IS_AWAITED },
    plugins: [compiler],
  }),
  framework("Svelte 5 async", {
    client: "svelte/async.js",
    server: "svelte/async.server.js",
    plugins: [svelteAsync],
  }),
];
