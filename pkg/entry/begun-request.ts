// A request of the entry's. It leaves before an engine runs, and one that comes takes it up.

import { startAge } from "./age.js";
import { type Answer, readAnswer } from "./answer.js";

export interface BegunRequest {
  answer: Promise<Answer>;
  abort: AbortController;
  /** How long ago it was sent. */
  age: () => number;
  /** Once there is an answer: how long before the document had asked for it. */
  preloadedMs: () => number;
}

/** Sends it at once. */
export function beginRequest(url: string, init?: RequestInit): BegunRequest {
  const abort = new AbortController();
  // The page's own `fetch` may throw: a request that failed, like any other.
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
