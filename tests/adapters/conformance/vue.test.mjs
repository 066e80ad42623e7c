import { conformance } from "./conformance.mjs";
import { vue } from "./vue.mjs";

for (const framework of vue) conformance(framework);
