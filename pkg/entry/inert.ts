// The values that the package exports to `require`: for a server, or for Jest with its default configuration. No engine runs there.

import type { Session, SessionOptions } from "../index.js";
import { createSessionOn } from "./create-session.js";
import { createFetch as createRealFetch, type FetchParts } from "./fetch.js";
import { createInertLink } from "./inert-link.js";
import { readOptions } from "./options.js";
import { createPageSession } from "./page-session.js";
import { SessionError } from "./session-error.js";
import { createSingleSignOn } from "./single-sign-on.js";

export { isSessionError, SessionError } from "./session-error.js";

/** Without `Request`, as in a page of Jest's, every request is refused: `createRealFetch` would throw a `ReferenceError`. */
const createFetch = (parts: FetchParts): Session["fetch"] =>
  typeof Request === "function"
    ? createRealFetch(parts)
    : async () => {
        throw new SessionError("closed");
      };

export const createSession = (options?: SessionOptions): Session =>
  createSessionOn(readOptions(options), createInertLink, createFetch, createSingleSignOn);

/** The session of the page where there is a `window`, as in Jest with jsdom: the same one until it is closed. */
export const pageSession = createPageSession(createSession);
