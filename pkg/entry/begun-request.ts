// The requests that are sent before an engine runs: the first session read, and a sign-out. The engine adopts them when it starts.

import { startAge } from "./age.js";
import { type Answer, readAnswer } from "./answer.js";

export interface BegunRequest {
  answer: Promise<Answer>;
  abort: AbortController;
  /** Returns how many milliseconds ago the request was sent. */
  age: () => number;
  /**
   * Returns how many milliseconds before this request the document's preload asked for the same answer; 0 without a preload. To be
   * called once the answer is there.
   */
  preloadedMs: () => number;
}

/** Sends a request at once, with the cookie, past the browser's cache. */
export function beginRequest(url: string, init?: RequestInit): BegunRequest {
  const abort = new AbortController();
  // `async`: if a `fetch` that the page has replaced throws, the request counts as failed.
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
