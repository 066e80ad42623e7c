import { createReauthentication } from "platform-session/reauthentication";
import { signInSession } from "platform-session/sign-in";

export const reauthentication = createReauthentication();
/** A 401 opens the dialog of `reauthentication`. After it is closed, a user can sign in later by the form that `SignedIn` shows. */
export const session = signInSession({ reauthenticate: reauthentication.reauthenticate });
