// For the compiler, which reads no Svelte: as it is declared.

export { SignedIn as default } from "./index.js";
