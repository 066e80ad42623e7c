import { createSession, type Session } from "platform-session";
import { signInSession } from "platform-session/sign-in";
import { defineSignInForm, german, openSignInDialog } from "platform-session/sign-in-form";

export const session: Session = signInSession();
signInSession({
  messages: german,
  notices: { stale: "Offline" },
  prefix: "acme",
  baseUrl: "https://portal.example",
  reauthenticate: async () => {},
});
signInSession({ messages: undefined, notices: undefined, prefix: undefined });
// @ts-expect-error No such text.
signInSession({ messages: { sbumit: "Go" } });
// @ts-expect-error No such text.
signInSession({ notices: { stail: "Old" } });
// @ts-expect-error No option.
signInSession({ prefx: "acme" });

defineSignInForm(createSession(), { messages: german });
export const opened: Promise<void> = openSignInDialog(session, { messages: { "not-now": "Later" } });
