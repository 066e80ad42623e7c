// The session of a page: connected to the module.

import { createSessionOn } from "./create-session.js";
import { createFetch } from "./fetch.js";
import { readSession } from "./first-read.js";
import { createLink } from "./link.js";
import { loadInstance, mayComeLater } from "./module.js";
import { createSingleSignOn } from "./single-sign-on.js";

/** The session read leaves before anything else is set up: gates wait for its answer. None leaves where there is no page. */
function connect(settings) {
  const departed = typeof window === "undefined" ? undefined : readSession(settings);
  return (face) => createLink(settings, departed, { loadInstance, mayComeLater }, face);
}

export const createSession = (options) => createSessionOn(connect, createFetch, createSingleSignOn, options);
