import { conformance } from "./conformance.mjs";
import { react } from "./react.mjs";

for (const framework of react) conformance(framework);
