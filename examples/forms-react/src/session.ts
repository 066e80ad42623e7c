import { pageSession } from "platform-session";
import { createReauthentication } from "platform-session/reauthentication";
import { defineSignInForm } from "platform-session/sign-in-form";

export const reauthentication = createReauthentication();
export const session = pageSession({ reauthenticate: reauthentication.reauthenticate });

// `<sign-in-form>`, for a user that gives up, and signs in later in place.
defineSignInForm(session);
