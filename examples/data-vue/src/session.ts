import { pageSession } from "platform-session";

/** The page's session, for the caches and for Vue. */
export const session = pageSession();
