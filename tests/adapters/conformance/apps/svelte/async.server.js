import Awaiting from "./Awaiting.svelte";
import { given } from "./given.js";

given.Awaiting = Awaiting;

export { render } from "./server.js";
