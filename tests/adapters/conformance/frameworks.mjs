// The frameworks that have an adapter, each in every major that is supported.

import { angular } from "./angular.mjs";
import { react } from "./react.mjs";
import { solid } from "./solid.mjs";
import { svelte } from "./svelte.mjs";
import { vue } from "./vue.mjs";

export const FRAMEWORKS = [...angular, ...react, ...solid, ...svelte, ...vue];
