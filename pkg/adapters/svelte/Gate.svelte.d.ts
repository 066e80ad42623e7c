// For the compiler, which reads no Svelte: as it is declared.

export { Gate as default } from "./index.js";
