import { pageSession } from "platform-session";
import { createReauthentication } from "platform-session/reauthentication";

export const reauthentication = createReauthentication();
export const session = pageSession({ reauthenticate: reauthentication.reauthenticate });
