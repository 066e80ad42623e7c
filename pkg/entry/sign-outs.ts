// The sign-outs that this page knows of, and that are not known to be over: each session that begins meanwhile gets them, as another tab's.

import { startAge } from "./age.js";
import { LONGEST_LOCK_MS, SIGN_OUT_OVER, SIGNED_OUT } from "./boundary.js";
import type { Settings } from "./options.js";

type Origin = Settings["origin"];

/** A function that gets what happens to the sign-out of this name. `age`: how long ago that was, where it was not just now. */
type Listener = (happening: number, id: number, age?: () => number) => void;

interface SignOut {
  origin: Origin;
  age: () => number;
  /** The listeners of the sessions that learnt of it from this list. */
  listeners: Listener[];
}

/** The sign-outs that are not known to be over, by their names. */
const standing = new Map<number, SignOut>();
/** The deployments that a user has signed out of. */
const signedOut = new Set<Origin>();

/** Adds a sign-out that was called here or in another tab. */
export function addSignOut(id: number, origin: Origin, age = startAge()) {
  signedOut.add(origin);
  standing.set(id, { origin, age, listeners: standing.get(id)?.listeners ?? [] });
}

/** Whether a user has signed out of this deployment: what a server read for this page before is then not shown again. */
export const hasSignedOut = (origin: Origin) => signedOut.has(origin);

/** Removes the sign-outs of a deployment: a user has signed in here, which ends them all. */
export function removeSignOuts(origin: Origin) {
  for (const [id, { origin: of }] of standing) if (of === origin) standing.delete(id);
}

/** Removes a sign-out that is over, and tells the sessions that learnt of it from this list; not `itself`, which says so. */
export function endSignOut(id: number, itself: Listener) {
  const signOut = standing.get(id);
  standing.delete(id);
  for (const listener of signOut?.listeners ?? []) if (listener !== itself) listener(SIGN_OUT_OVER, id);
}

/** Returns how long a sign-out waits for its answer, and keeps a session from reading, at most. */
export const lockMs = (timeoutMs: number) => Math.min(timeoutMs, LONGEST_LOCK_MS);

/** Tells a session that begins of the sign-outs that are not over, and later of the end of each. */
export function watchSignOuts(
  { origin, timeoutMs }: Pick<Settings, "origin" | "timeoutMs">,
  listener: Listener,
) {
  for (const [id, { origin: of, age, listeners }] of standing) {
    if (of !== origin || age() >= lockMs(timeoutMs)) continue;
    listeners.push(listener);
    listener(SIGNED_OUT, id, age);
  }
}
