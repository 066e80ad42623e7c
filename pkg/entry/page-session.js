// The one session of a page, for whoever asks: it outlives effects that are undone, modules that are run again, and is shared by every
// copy of this version of the package.

import { VERSION } from "./version.js";

/** Where the copies of the package on one page find each other. */
const PLACE = Symbol.for("platform-session");

let hasWarned = false;

/** `pageSession`: a new session only where there is none, or it is over; on a server each call has its own. */
export function createPageSession(createSession) {
  return (options) => {
    if (typeof window === "undefined") return createSession(options);
    window[PLACE] ??= {};
    const byVersion = window[PLACE];
    const session = byVersion[VERSION];
    if (session && !isOver(session)) return session;
    if (Object.keys(byVersion).some((version) => version !== VERSION) && !hasWarned) {
      hasWarned = true;
      console.warn(
        `platform-session: ${Object.keys(byVersion)} and ${VERSION} on one page, each with a session of its own`,
      );
    }
    byVersion[VERSION] = createSession(options);
    return byVersion[VERSION];
  };
}

const isOver = ({ snapshot: { error } }) =>
  error?.code === "closed" || (error?.code === "wasm-unavailable" && !error.retryable);
