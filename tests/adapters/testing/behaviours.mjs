// The behaviours that the real session and the double must share. Each has
// - `as`: the user who is signed in when the session is created;
// - `options(given)`, which returns the options of the session; the double takes only `reauthenticate` of them. `given` has the `password`, `noted`, a
//   list to which options may add values for `run`, and `signInBeside(name)`, which signs a user in without the session;
// - `run`, which gets the session, `world`, by which it changes the deployment, and the members of `given`, and returns plain values: those of
//   `expected`.

import { CALLS } from "./behaviours-of-calls.mjs";
import { IDENTITY } from "./behaviours-of-identity.mjs";
import { ONE_PERSON } from "./behaviours-of-one-person.mjs";
import { REAUTHENTICATION } from "./behaviours-of-reauthentication.mjs";
import { UNAUTHORIZED } from "./behaviours-of-unauthorized.mjs";

export const BEHAVIOURS = [...IDENTITY, ...ONE_PERSON, ...CALLS, ...UNAUTHORIZED, ...REAUTHENTICATION];
