// The session of a page: connected to the module.

import { createSessionOn } from "./create-session.js";
import { createFetch } from "./fetch.js";
import { createLink } from "./link.js";
import { loadInstance, mayComeLater } from "./module.js";
import { createSingleSignOn } from "./single-sign-on.js";

const connect = (settings, face) => createLink(settings, { loadInstance, mayComeLater }, face);

export const createSession = (options) => createSessionOn(connect, createFetch, createSingleSignOn, options);
