import { pageSession } from "platform-session";

/** The one session of the page, for the caches and for React. */
export const session = pageSession();
