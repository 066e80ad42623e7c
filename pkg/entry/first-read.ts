// The session read with which a page begins. Its answer opens the first gates before the WebAssembly has loaded (`link.ts`, `expectFirst`);
// the engine gets the same answer later.

import { type BegunRequest, beginRequest } from "./begun-request.js";
import { SESSION_PATH } from "./boundary.js";
import type { Settings } from "./options.js";

/** The start of the newest preload of which a session of this page has used the answer (`performance.now()`); -1: there is none. */
let usedPreload = -1;

/** Sends the read at once. */
export function sendFirstRead({ origin }: Pick<Settings, "origin">): BegunRequest {
  const url = `${origin}${SESSION_PATH}`;
  const sentAt = performance.now();
  /** Looked up once: a second look-up would skip this preload as used. */
  let cached: number | undefined;
  return { ...beginRequest(url), preloadedMs: () => (cached ??= preloadedMs(url, sentAt)) };
}

/**
 * Returns how many milliseconds before `sentAt` a preload asked for the session; 0 without a preload. `<link rel="preload">` and the header
 * `Link` send that request while the document is parsed, and the browser answers ours from it however old it is.
 */
function preloadedMs(url: string, sentAt: number): number {
  const isPreload = ({ initiatorType, startTime }: PerformanceResourceTiming) =>
    initiatorType !== "fetch" && startTime > usedPreload && startTime < sentAt;
  const entries = performance.getEntriesByName(url, "resource") as PerformanceResourceTiming[];
  const preload = entries.find(isPreload);
  if (!preload) return 0;
  usedPreload = preload.startTime;
  return sentAt - preload.startTime;
}
