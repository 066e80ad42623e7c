// The page's session with the package's own sign-in: the form, and the dialog.

import { pageSession } from "platform-session";
import { defineSignInForm, signInDialog } from "platform-session/sign-in-form";

/** @type {typeof import("./index.d.ts").signInSession} */
export function signInSession({
  messages,
  prefix,
  reauthenticate = signInDialog({ messages, prefix }),
  ...options
} = {}) {
  const session = pageSession({ ...options, reauthenticate });
  defineSignInForm(session, { messages, prefix });
  return session;
}
