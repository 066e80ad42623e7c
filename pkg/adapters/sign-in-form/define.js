// How the form becomes an element of the page.

import { definerOf } from "../elements/define.js";
import { signInForm } from "./form.js";

/**
 * Of a closed session the form itself says enough.
 * @type {typeof import("./index.d.ts").defineSignInForm}
 */
export const defineSignInForm = definerOf({ "sign-in-form": signInForm }, () => () => {});
