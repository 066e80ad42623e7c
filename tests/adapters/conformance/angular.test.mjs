import { angular } from "./angular.mjs";
import { conformance } from "./conformance.mjs";

for (const framework of angular) conformance(framework);
