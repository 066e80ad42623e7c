// `createSession` of a page: makes a session with a link to an engine.

import type { Session, SessionOptions } from "../index.js";
import type { LinkCallbacks } from "./connection.js";
import { createSessionOn } from "./create-session.js";
import { createFetch } from "./fetch.js";
import { sendFirstRead } from "./first-read.js";
import { createLink } from "./link.js";
import { loadInstance, mayComeLater } from "./module.js";
import { readOptions } from "./options.js";
import { createSingleSignOn } from "./single-sign-on.js";
import { warnOnce } from "./warn-once.js";

export function createSession(options?: SessionOptions): Session {
  const settings = readOptions(options);
  // Gates wait for the answer of this read, so it is sent before anything else. Without a page none is sent.
  const isPage = typeof window !== "undefined";
  const firstRead = isPage ? sendFirstRead(settings) : undefined;
  // A warning in a worker, where no session runs either. On a server that is expected.
  if (!isPage && "importScripts" in globalThis) warnOnce("no session in a worker");
  const connect = (callbacks: LinkCallbacks) =>
    createLink(settings, firstRead, { loadInstance, mayComeLater }, callbacks);
  return createSessionOn(settings, connect, createFetch, createSingleSignOn);
}
