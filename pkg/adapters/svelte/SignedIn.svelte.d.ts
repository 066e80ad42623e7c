// The type of `SignedIn.svelte` for the TypeScript compiler, which does not read Svelte files.

export { SignedIn as default } from "./index.js";
