export { setSession } from "../../../../pkg/dist/svelte.js";
