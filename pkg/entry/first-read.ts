// The session read with which a page begins. Its answer opens the first gates: `link.ts`, `expectFirst`, publishes it (read by `initial.ts`)
// as soon as it is there, unless something that could outdate it came first. Once the module has loaded, the engine gets the same answer
// from the journal of what has happened (`link.ts`, `start`), and decides from then on.

import { type BegunRequest, beginRequest } from "./begun-request.js";
import { SESSION_PATH } from "./boundary.js";
import type { Settings } from "./options.js";

/** The start of the newest preload that has given a session of this page its answer; -1: there is none. */
let taken = -1;

/** Sends the read at once. */
export function sendFirstRead({ origin }: Pick<Settings, "origin">): BegunRequest {
  const url = `${origin}${SESSION_PATH}`;
  const asked = performance.now();
  /** Looked up once: the next look finds that preload taken. */
  let early: number | undefined;
  return { ...beginRequest(url), preloadedMs: () => (early ??= preloadedMs(url, asked)) };
}

/**
 * `<link rel="preload">` and the header `Link` ask for the session when the document is parsed, and the browser hands that answer
 * over however old it is.
 */
function preloadedMs(url: string, asked: number): number {
  const isPreload = ({ initiatorType, startTime }: PerformanceResourceTiming) =>
    initiatorType !== "fetch" && startTime > taken && startTime < asked;
  const entries = performance.getEntriesByName(url, "resource") as PerformanceResourceTiming[];
  const preload = entries.find(isPreload);
  if (!preload) return 0;
  taken = preload.startTime;
  return asked - preload.startTime;
}
