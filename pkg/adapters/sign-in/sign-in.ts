// The page's session with the package's own sign-in: the form, and the dialog.

import { pageSession, type Session, type SessionOptions } from "platform-session";
import { defineSignInForm, type SomeSignInMessages, signInDialog } from "platform-session/sign-in-form";

interface Texts {
  messages?: SomeSignInMessages | undefined;
  prefix?: string | undefined;
}

export function signInSession({
  messages,
  prefix,
  reauthenticate = signInDialog({ messages, prefix }),
  ...options
}: SessionOptions & Texts = {}): Session {
  const session = pageSession({ ...options, reauthenticate });
  defineSignInForm(session, { messages, prefix });
  return session;
}
