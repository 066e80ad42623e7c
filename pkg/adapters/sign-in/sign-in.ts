// The page's session with the package's own sign-in: the form, the dialog, and the notices.

import { pageSession, type Session, type SessionOptions } from "platform-session";
import { defineSessionNotices, type SomeSessionNoticeMessages } from "platform-session/session-notices";
import { defineSignInForm, type SomeSignInMessages, signInDialog } from "platform-session/sign-in-form";

interface Texts {
  messages?: SomeSignInMessages | undefined;
  notices?: SomeSessionNoticeMessages | undefined;
  prefix?: string | undefined;
}

export function signInSession({
  messages,
  notices,
  prefix,
  reauthenticate = signInDialog({ messages, prefix }),
  ...options
}: SessionOptions & Texts = {}): Session {
  const session = pageSession({ ...options, reauthenticate });
  defineSignInForm(session, { messages, prefix });
  defineSessionNotices(session, { messages: notices, prefix });
  return session;
}
