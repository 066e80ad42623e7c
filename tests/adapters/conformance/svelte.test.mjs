import { conformance } from "./conformance.mjs";
import { svelte } from "./svelte.mjs";

for (const framework of svelte) conformance(framework);
