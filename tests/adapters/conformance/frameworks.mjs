// The frameworks that have an adapter, each in every major that is supported.

import { react } from "./react.mjs";
import { svelte } from "./svelte.mjs";

export const FRAMEWORKS = [...react, ...svelte];
