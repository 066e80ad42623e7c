import Bounded from "./Bounded.svelte";
import Orders from "./Orders.svelte";
import { start } from "./start.js";

start({ Bounded, Orders });
