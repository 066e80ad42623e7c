export { setSession } from "platform-session/svelte";
