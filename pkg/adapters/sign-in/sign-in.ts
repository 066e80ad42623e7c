// `signInSession`: the page's session together with the package's own elements: sign-in form, sign-in dialog, sign-out button and notices.

import { pageSession, type Session, type SessionOptions } from "platform-session";
import {
  defineSessionNotices,
  english,
  type SomeSessionNoticeMessages,
} from "platform-session/session-notices";
import {
  defineSignInForm,
  defineSignOutButton,
  type SomeSignInMessages,
  signInDialog,
} from "platform-session/sign-in-form";
import { nameOf } from "../elements/names.js";

interface Texts {
  messages?: SomeSignInMessages | undefined;
  notices?: SomeSessionNoticeMessages | undefined;
  prefix?: string | undefined;
}

export function signInSession({
  messages,
  notices,
  prefix = "",
  reauthenticate,
  ...options
}: SessionOptions & Texts = {}): Session {
  // All options are checked before the page gets a session.
  const dialog = signInDialog({ messages, prefix });
  for (const key of Object.keys(notices ?? {}))
    if (!Object.hasOwn(english, key)) throw new TypeError(`${key} is no text of the session's notices`);
  if (typeof prefix !== "string" || !/^([a-z][a-z\d._-]*)?$/.test(prefix))
    throw new TypeError(`no prefix of a name: ${prefix}`);
  for (const element of ["sign-in-form", "sign-out-button", "session-notices"]) nameOf(element, prefix);
  const session = pageSession({
    ...options,
    reauthenticate: reauthenticate === undefined ? dialog : reauthenticate,
  });
  defineSignInForm(session, { messages, prefix });
  defineSignOutButton(session, { prefix });
  defineSessionNotices(session, { messages: notices, prefix });
  return session;
}
