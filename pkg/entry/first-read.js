// The session read with which a page begins. Its answer opens the first gates: `link.js`, `expectFirst`, publishes it (decoded by `initial.js`)
// as soon as it is there, unless something that could outdate it came first. Once the module has loaded, the engine gets the same answer
// from the journal of what has happened (`link.js`, `start`), and decides from then on.

import { startAge } from "./age.js";
import { readAnswer } from "./answer.js";

/**
 * @typedef {object} FirstRead
 * @property {Promise<{ response: Response, body?: unknown }>} answer
 * @property {AbortController} abort
 * @property {() => number} age How long ago it was sent.
 * @property {() => number} preloadedMs Once there is an answer: how long before the document had asked for it.
 */

/** The start of the newest preload whose answer a session of this page has used; -1: there is none. */
let taken = -1;

/** Sends the read at once. @returns {FirstRead} */
export function readSession({ origin }) {
  const url = `${origin}/api/auth/session`;
  const abort = new AbortController();
  const asked = performance.now();
  // The page's own `fetch` may throw: a read that failed, like any other.
  const respond = async () =>
    fetch(url, {
      __proto__: null,
      credentials: "include",
      cache: "no-store",
      redirect: "manual",
      signal: abort.signal,
    });
  const answer = readAnswer(respond());
  /** Looked up once: the next look finds that preload taken. */
  let early;
  return { answer, abort, age: startAge(), preloadedMs: () => (early ??= preloadedMs(url, asked)) };
}

/**
 * `<link rel="preload">` and the header `Link` ask for the session when the document is parsed, and the browser hands that answer
 * over however old it is.
 */
function preloadedMs(url, asked) {
  const isPreload = ({ initiatorType, startTime }) =>
    initiatorType !== "fetch" && startTime > taken && startTime < asked;
  /** @type {any[]} */
  const entries = performance.getEntriesByName(url, "resource");
  const preload = entries.find(isPreload);
  if (!preload) return 0;
  taken = preload.startTime;
  return asked - preload.startTime;
}
