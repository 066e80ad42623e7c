// The session read with which a page begins.

import { startAge } from "./age.js";
import { readAnswer } from "./answer.js";

/** The read leaves at once, and waits for nobody. @returns {import("./generation.js").FirstRead} */
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
