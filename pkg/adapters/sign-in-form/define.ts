// Defines the form and the button as elements of the page.

import type { Session } from "platform-session";
import { definerOf } from "../elements/define.js";
import { signInForm } from "./form.js";
import type { SomeSignInMessages } from "./index.js";
import { texts } from "./messages.js";
import { signOutButton } from "./sign-out-button.js";

interface Options {
  messages?: SomeSignInMessages | undefined;
  prefix?: string | undefined;
}

export function defineSignInForm(session: Session, { messages, ...options }: Options = {}): void {
  defineForm(session, options, () => texts.add(session, messages));
}

export function defineSignOutButton(session: Session, { messages, ...options }: Options = {}): void {
  defineButton(session, options, () => texts.add(session, messages));
}

/** Defines elements. The second argument would watch the session: of a closed one the form itself says enough, and the button is not there. */
const definer = (kinds: Parameters<typeof definerOf>[0]) => definerOf(kinds, () => () => {});
const defineForm = /* @__PURE__ */ definer({ "sign-in-form": signInForm });
const defineButton = /* @__PURE__ */ definer({ "sign-out-button": signOutButton });
