// The type of `Gate.svelte` for the TypeScript compiler, which does not read Svelte files.

export { Gate as default } from "./index.js";
