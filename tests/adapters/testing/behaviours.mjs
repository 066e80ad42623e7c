// What a session does, whether it is the real one or the double. Each behaviour runs where its session lives (a page, or
// Node), steers the deployment through `world`, and tells in plain values what it saw.

import { CALLS } from "./behaviours-of-calls.mjs";
import { IDENTITY } from "./behaviours-of-identity.mjs";
import { ONE_PERSON } from "./behaviours-of-one-person.mjs";

export const BEHAVIOURS = [...IDENTITY, ...ONE_PERSON, ...CALLS];
