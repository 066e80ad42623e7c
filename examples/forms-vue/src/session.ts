import { createReauthentication } from "platform-session/reauthentication";
import { signInSession } from "platform-session/sign-in";

export const reauthentication = createReauthentication();
/** `SignedIn` shows the form, by which a user signs in later who has closed the dialog. */
export const session = signInSession({ reauthenticate: reauthentication.reauthenticate });
