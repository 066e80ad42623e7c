import { pageSession } from "platform-session";

/** The one session of the page, for the caches and for Vue. */
export const session = pageSession();
