// The sign-outs that this page knows of, and that are not known to be over: each session that begins meanwhile hears of them, as of
// another tab's. Those that no engine will send leave from here: the page goes before the module is there, the module does not come, or
// the session ends.

import { startAge } from "./age.js";

/** How long the lock of another tab lasts at most, as in `src/core/state/lock.rs`. */
const LONGEST_LOCK_MS = 60_000;

/** By name. @type {Map<number, { origin: string, age: () => number }>} */
const standing = new Map();
/** Of each session of this page: its deployment, and its listener. @type {Set<{ origin: string, listener: Function }>} */
const sessions = new Set();

/** A sign-out is called here, or heard of. */
export const addSignOut = (id, origin, age = startAge()) => standing.set(id, { origin, age });

/** It is over: a session of this page has said so, or has heard so. */
export const removeSignOut = (id) => standing.delete(id);

/** A session begins. It hears of the sign-outs that stand, and of the end of each that leaves from here, until the signal is aborted. */
export function watchSignOuts(origin, listener, signal) {
  const session = { origin, listener };
  sessions.add(session);
  signal.addEventListener("abort", () => sessions.delete(session));
  for (const [id, { origin: of, age }] of [...standing])
    if (of === origin && age() < LONGEST_LOCK_MS) listener("signed-out", id, age);
}

/** Sends the sign-out of this name, once, with `keepalive`. Resolves once it is over, and this page's sessions have heard so. */
export async function sendSignOut(id, origin) {
  addSignOut(id, origin);
  try {
    await fetch(`${origin}/api/auth/logout`, {
      method: "POST",
      keepalive: true,
      credentials: "include",
      cache: "no-store",
      redirect: "manual",
    });
  } catch {
    // It is not sent again: its page, or its engine, is gone.
  }
  removeSignOut(id);
  for (const session of [...sessions]) if (session.origin === origin) session.listener("sign-out-over", id);
}
