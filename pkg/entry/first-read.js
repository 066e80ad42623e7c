// The session read with which a page begins.

import { startAge } from "./age.js";
import { readAnswer } from "./answer.js";

/**
 * @typedef {object} FirstRead
 * @property {Promise<{ response: Response, body?: unknown }>} answer
 * @property {AbortController} abort
 * @property {() => number} age How long ago it was sent.
 * @property {(engine: any, id: number) => void} [deliver] Tells an engine how it ended, once it has.
 */

/** Sends the read at once. @returns {FirstRead} */
export function readSession({ origin }) {
  const abort = new AbortController();
  // The page's own `fetch` may throw: a read that failed, like any other.
  const respond = async () =>
    fetch(`${origin}/api/auth/session`, {
      credentials: "include",
      cache: "no-store",
      redirect: "manual",
      signal: abort.signal,
    });
  const answer = readAnswer(respond());
  return { answer, abort, age: startAge() };
}
