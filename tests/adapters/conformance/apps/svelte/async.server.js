// The server's entry with `experimental.async`. `Awaiting` compiles only with that option. The views also belong to the entry that lacks it,
// so `Page.svelte` imports no `Awaiting`, but reads `given` each time that it is rendered. The re-export makes `server.js` and the views run
// before the assignment, wherever it stands; but nothing is rendered until this module has run.

import Awaiting from "./Awaiting.svelte";
import { given } from "./given.js";

given.Awaiting = Awaiting;

export { render } from "./server.js";
