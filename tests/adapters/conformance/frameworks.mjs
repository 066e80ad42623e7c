// The frameworks that have an adapter, each in every major that is supported.

import { react } from "./react.mjs";
import { solid } from "./solid.mjs";
import { vue } from "./vue.mjs";

export const FRAMEWORKS = [...react, ...vue, ...solid];
