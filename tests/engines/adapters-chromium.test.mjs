import { adapters } from "./adapters.mjs";
import { inEngine } from "./stage.mjs";

inEngine("chromium", [adapters]);
