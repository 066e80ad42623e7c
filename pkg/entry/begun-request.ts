// A request that the entry sends before an engine runs. The engine takes it up as it begins.

import { startAge } from "./age.js";
import { type Answer, readAnswer } from "./answer.js";

export interface BegunRequest {
  answer: Promise<Answer>;
  abort: AbortController;
  /** How long ago it was sent. */
  age: () => number;
  /** How long before the entry the document had asked for the answer; to be called once that is there. */
  preloadedMs: () => number;
}

/** Sends a request at once. */
export function beginRequest(url: string, init?: RequestInit): BegunRequest {
  const abort = new AbortController();
  // The page's own `fetch` may throw: that counts as a request that failed.
  const respond = async () =>
    fetch(url, {
      __proto__: null,
      credentials: "include",
      cache: "no-store",
      redirect: "manual",
      signal: abort.signal,
      ...init,
    });
  return { answer: readAnswer(respond()), abort, age: startAge(), preloadedMs: () => 0 };
}
