// The session of a page: connected to the module.

import { createSessionOn } from "./create-session.js";
import { createLink } from "./link.js";
import { loadInstance, mayComeLater } from "./module.js";

const connect = (settings, face) => createLink(settings, { loadInstance, mayComeLater }, face);

export const createSession = (options) => createSessionOn(connect, options);
