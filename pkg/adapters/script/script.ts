// The package for pages with classic scripts: one file with the WebAssembly inside, as `globalThis.platformSession`.

import { createSession, isSessionError, pageSession, SessionError } from "../inline/inline.js";

globalThis.platformSession = Object.freeze({ createSession, isSessionError, pageSession, SessionError });
