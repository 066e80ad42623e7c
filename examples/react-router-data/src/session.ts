import { pageSession } from "platform-session";
import { defineSignInForm, defineSignOutButton } from "platform-session/sign-in-form";

/** The page's session, for the loaders and for React. */
export const session = pageSession();
defineSignInForm(session);
defineSignOutButton(session);
