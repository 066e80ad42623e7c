// Defines the elements `<sign-in-form>` and `<sign-out-button>`.

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

/** Like `definerOf`, without a watch that warns of a closed session: the form itself says so, and the button is not shown then. */
const definer = (kinds: Parameters<typeof definerOf>[0]) => definerOf(kinds, () => () => {});
const defineForm = /* @__PURE__ */ definer({ "sign-in-form": signInForm });
const defineButton = /* @__PURE__ */ definer({ "sign-out-button": signOutButton });
