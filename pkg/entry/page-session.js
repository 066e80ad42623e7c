// The one session of a page, for whoever asks: it outlives effects that are undone, and modules that are run again.

import { createSession } from "./live-session.js";

let current;

/** A new one only where there is none, or it was closed; on a server each call has its own. */
export function pageSession(options) {
  if (typeof window === "undefined") return createSession(options);
  if (!current || current.snapshot.error?.code === "closed") current = createSession(options);
  return current;
}
