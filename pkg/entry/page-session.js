// The one session of a page, for whoever asks: it outlives effects that are undone, modules that are run again, and is shared by every
// copy of this version of the package.

import { VERSION } from "./version.js";
import { warnOnce } from "./warn-once.js";

/** Where the copies of the package on one page find each other. */
const PLACE = Symbol.for("platform-session");

/** `pageSession`: a new session only where there is none, or it is over; on a server each call has its own. */
export function createPageSession(createSession) {
  return (options) => {
    if (typeof window === "undefined") return createSession(options);
    window[PLACE] ??= { __proto__: null };
    const byVersion = window[PLACE];
    const session = byVersion[VERSION];
    if (session && !isOver(session)) return session;
    const others = Object.keys(byVersion).filter((version) => version !== VERSION);
    if (others.length > 0) warnOnce(`${others} and ${VERSION} on one page`);
    byVersion[VERSION] = createSession(options);
    return byVersion[VERSION];
  };
}

const isOver = ({ snapshot: { error } }) =>
  ["closed", "wasm-unavailable"].includes(error?.code) && !error.retryable;
