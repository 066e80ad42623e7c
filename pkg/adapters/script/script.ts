// The package for pages of classic scripts: all of it in one file, the WebAssembly too, as `globalThis.platformSession`.

import { createSession, isSessionError, pageSession, SessionError } from "../inline/inline.js";

globalThis.platformSession = Object.freeze({ createSession, isSessionError, pageSession, SessionError });
