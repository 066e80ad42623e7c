// The session of a page: connected to the module.

import { createSessionOn } from "./create-session.js";
import { createFetch } from "./fetch.js";
import { readSession } from "./first-read.js";
import { createLink } from "./link.js";
import { loadInstance, mayComeLater } from "./module.js";
import { readOptions } from "./options.js";
import { createSingleSignOn } from "./single-sign-on.js";

export function createSession(options) {
  const settings = readOptions(options);
  // Gates wait for its answer: it leaves before anything else is set up. None leaves where there is no page.
  const isPage = typeof window !== "undefined";
  const departed = isPage ? readSession(settings) : undefined;
  // A server has no session either, and knows it; who makes one in a worker expects it to run.
  if (!isPage && "importScripts" in globalThis)
    console.warn("platform-session: no session runs in a worker, only in a page");
  const connect = (face) => createLink(settings, departed, { loadInstance, mayComeLater }, face);
  return createSessionOn(settings, connect, createFetch, createSingleSignOn);
}
