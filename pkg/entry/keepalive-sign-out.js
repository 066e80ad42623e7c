// Sign-outs that no engine will send: the page goes before the module is there, the module does not come, or the session ends. Each is
// sent once, with `keepalive`, and until it is over it is to every session of this page what another tab's sign-out is.

import { startAge } from "./age.js";

/** How long the lock of another tab lasts at most, as in `src/core/state/lock.rs`. */
const LONGEST_LOCK_MS = 60_000;

/** Under way, by name. @type {Map<number, { origin: string, age: () => number }>} */
const underWay = new Map();
/** Of each session of this page: its deployment, and its listener. @type {Set<{ origin: string, listener: Function }>} */
const sessions = new Set();

/** A session begins. Its listener gets the sign-outs that are under way, and each end until the signal is aborted. */
export function watchSignOuts(origin, listener, signal) {
  const session = { origin, listener };
  sessions.add(session);
  signal.addEventListener("abort", () => sessions.delete(session));
  for (const [id, { origin: of, age }] of underWay)
    if (of === origin && age() < LONGEST_LOCK_MS) listener("signed-out", id, age);
}

/** Sends the sign-out of this name. Resolves once it is over, and this page's sessions know. */
export async function sendSignOut(id, origin) {
  underWay.set(id, { origin, age: startAge() });
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
  underWay.delete(id);
  for (const session of [...sessions]) if (session.origin === origin) session.listener("sign-out-over", id);
}
