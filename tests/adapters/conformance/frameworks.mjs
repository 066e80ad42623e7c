// The frameworks that have an adapter, each in every major that is supported.

import { angular } from "./angular.mjs";
import { react } from "./react.mjs";
import { svelte } from "./svelte.mjs";

export const FRAMEWORKS = [...angular, ...react, ...svelte];
