// The frameworks that have an adapter, each in every major that is supported.

import { react } from "./react.mjs";

export const FRAMEWORKS = [...react];
