import { CONCEPTS } from "./concepts.mjs";
import { inEngine } from "./stage.mjs";

inEngine("firefox", CONCEPTS);
