import Awaiting from "./Awaiting.svelte";
import { start } from "./start.js";

start(Awaiting);
