// For the compiler, which reads no Svelte: as it is declared.

export { IdentityBoundary as default } from "./index.js";
