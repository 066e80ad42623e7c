// The type of `IdentityBoundary.svelte` for the TypeScript compiler, which does not read Svelte files.

export { IdentityBoundary as default } from "./index.js";
