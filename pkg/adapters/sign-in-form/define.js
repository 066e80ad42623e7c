// How the form becomes an element of the page.

import { definerOf } from "../elements/define.js";
import { signInForm } from "./form.js";
import { setMessages } from "./messages.js";

/** @type {typeof import("./index.d.ts").defineSignInForm} */
export function defineSignInForm(session, { messages, ...options } = {}) {
  if (messages) setMessages(session, messages);
  define(session, options);
}

/** Of a closed session the form itself says enough. */
const define = definerOf({ "sign-in-form": signInForm }, () => () => {});
