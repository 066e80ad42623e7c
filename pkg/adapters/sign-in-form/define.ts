// How the form becomes an element of the page.

import type { Session } from "platform-session";
import { definerOf } from "../elements/define.js";
import { signInForm } from "./form.js";
import type { SomeSignInMessages } from "./index.js";
import { texts } from "./messages.js";

interface Options {
  messages?: SomeSignInMessages | undefined;
  prefix?: string | undefined;
}

export function defineSignInForm(session: Session, { messages, ...options }: Options = {}): void {
  if (messages) texts.set(session, messages);
  define(session, options);
}

/** Of a closed session the form itself says enough. */
const define = definerOf({ "sign-in-form": signInForm }, () => () => {});
