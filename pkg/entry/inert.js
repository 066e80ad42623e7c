// The package for what asks with `require`: a server, and a Jest of default configuration. No session runs there.

import { createSessionOn } from "./create-session.js";
import { createFetch } from "./fetch.js";
import { createInertLink } from "./inert-link.js";
import { createSingleSignOn } from "./single-sign-on.js";

export { isSessionError, SessionError } from "./session-error.js";

export const createSession = (options) =>
  createSessionOn(createInertLink, createFetch, createSingleSignOn, options);

let current;

/** As `page-session.js` has it: in a page, which Jest may have, the same one until it is closed. */
export function pageSession(options) {
  if (typeof window === "undefined") return createSession(options);
  if (!current || current.snapshot.error?.code === "closed") current = createSession(options);
  return current;
}
