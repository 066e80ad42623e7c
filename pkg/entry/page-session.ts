// The one session of a page, for every caller: it outlives effects that are undone, modules that are run again, and is shared by every
// copy of this version of the package.

import type { Session, SessionError, SessionOptions } from "../index.js";
import { VERSION } from "./version.js";
import { warnOnce } from "./warn-once.js";

/** The place at which the copies of the package on one page find each other's session. */
const PLACE = Symbol.for("platform-session");

declare global {
  interface Window {
    [PLACE]?: Record<string, Session>;
  }
}

/** Makes `pageSession`, which makes a session only where there is none, or it is over; on a server each call has its own. */
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
