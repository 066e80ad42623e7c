import { conformance } from "./conformance.mjs";
import { solid } from "./solid.mjs";

for (const framework of solid) conformance(framework);
