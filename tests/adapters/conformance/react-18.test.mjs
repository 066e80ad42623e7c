import { conformance } from "./conformance.mjs";
import { ofReact } from "./of-react.mjs";
import { react18 } from "./react.mjs";

ofReact(react18, conformance(react18));
