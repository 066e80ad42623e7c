// The one session of a page, for every caller. It stays when a framework undoes effects or runs modules again, and all copies of this
// version of the package share it.

import type { Session, SessionError, SessionOptions } from "../index.js";
import { VERSION } from "./version.js";
import { warnOnce } from "./warn-once.js";

/** The property of `window` at which the copies of the package find the session of each version. */
const PLACE = Symbol.for("platform-session");

declare global {
  interface Window {
    [PLACE]?: Record<string, Session>;
  }
}

/** Makes `pageSession`, which creates a session only if the page has none, or its session is over. On a server each call creates one. */
export function createPageSession(createSession: (options?: SessionOptions) => Session) {
  return (options?: SessionOptions): Session => {
    if (typeof window === "undefined") return createSession(options);
    window[PLACE] ??= { __proto__: null } as object as Record<string, Session>;
    const byVersion = window[PLACE];
    const session = byVersion[VERSION];
    if (session && !isOver(session)) return session;
    const others = Object.keys(byVersion).filter((version) => version !== VERSION);
    if (others.length > 0) warnOnce(`${others} and ${VERSION} on one page`);
    byVersion[VERSION] = createSession(options);
    return byVersion[VERSION];
  };
}

const isOver = ({ snapshot: { error } }: Session) =>
  ["closed", "wasm-unavailable"].includes(error?.code as string) && !(error as SessionError).retryable;
