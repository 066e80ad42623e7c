// The frameworks that have an adapter, each in every major that is supported.

import { angular21, angular22 } from "./angular.mjs";
import { react18, react19 } from "./react.mjs";
import { solid } from "./solid.mjs";
import { svelte, svelteAsync } from "./svelte.mjs";
import { vue } from "./vue.mjs";

export const FRAMEWORKS = [angular22, angular21, react19, react18, solid, svelte, svelteAsync, vue];
