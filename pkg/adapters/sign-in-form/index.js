// A custom element: the form with which somebody signs in, for plain HTML and every framework.

import { definerOf } from "../elements/define.js";
import { signInForm } from "./form.js";

export { english, german } from "./messages.js";

/**
 * Of a closed session the form itself says enough.
 * @type {typeof import("./index.d.ts").defineSignInForm}
 */
export const defineSignInForm = definerOf({ "sign-in-form": signInForm }, () => () => {});
