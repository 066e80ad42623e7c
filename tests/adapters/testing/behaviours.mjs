// The behaviours of a session, whether it is the real one or the double. Each behaviour runs where its session lives (a page, or
// Node), steers the deployment through `world`, and returns in plain values what it saw. `options` makes the session's options: the double
// takes `reauthenticate` alone; what that notes, `run` finds in `noted`.

import { CALLS } from "./behaviours-of-calls.mjs";
import { IDENTITY } from "./behaviours-of-identity.mjs";
import { ONE_PERSON } from "./behaviours-of-one-person.mjs";
import { REAUTHENTICATION } from "./behaviours-of-reauthentication.mjs";
import { UNAUTHORIZED } from "./behaviours-of-unauthorized.mjs";

export const BEHAVIOURS = [...IDENTITY, ...ONE_PERSON, ...CALLS, ...UNAUTHORIZED, ...REAUTHENTICATION];
