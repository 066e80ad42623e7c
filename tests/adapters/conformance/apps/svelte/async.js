// The page's entry with `experimental.async`, without which these components do not compile.

import Awaiting from "./Awaiting.svelte";
import Bounded from "./Bounded.svelte";
import Orders from "./Orders.svelte";
import { start } from "./start.js";

start({ Awaiting, Bounded, Orders });
