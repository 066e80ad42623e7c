import { createReauthentication } from "platform-session/reauthentication";
import { signInSession } from "platform-session/sign-in";

export const reauthentication = createReauthentication();
/** `SignedIn` shows its form, for a user that gives up, and signs in later in place. */
export const session = signInSession({ reauthenticate: reauthentication.reauthenticate });
