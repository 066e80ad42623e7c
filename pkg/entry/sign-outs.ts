// The sign-outs that this page knows of, and that are not known to be over: each session that begins meanwhile gets them, as another tab's.

import { startAge } from "./age.js";
import { LONGEST_LOCK_MS, SIGN_OUT_OVER, SIGNED_OUT } from "./boundary.js";
import type { Settings } from "./options.js";

type Origin = Settings["origin"];

/** Gets what happens to the sign-out of this name. `age`: how long ago that was, where it was not just now. */
type Listener = (happening: number, id: number, age?: () => number) => void;

interface SignOut {
  origin: Origin;
  age: () => number;
  /** The listeners of the sessions that learnt of it from this list. */
  listeners: Listener[];
}

/** By name. */
const standing = new Map<number, SignOut>();
/** The deployments that a user has signed out of. */
const signedOut = new Set<Origin>();

/** A sign-out is called here or in another tab. */
export function addSignOut(id: number, origin: Origin, age = startAge()) {
  signedOut.add(origin);
  standing.set(id, { origin, age, listeners: standing.get(id)?.listeners ?? [] });
}

/** What a server read for this page before is not shown again. */
export const hasSignedOut = (origin: Origin) => signedOut.has(origin);

/** A user has signed in here: that ends them all. */
export function removeSignOuts(origin: Origin) {
  for (const [id, { origin: of }] of standing) if (of === origin) standing.delete(id);
}

/** It is over: the sessions that got it from here get that, too; not the one that says so. */
export function endSignOut(id: number, itself: Listener) {
  const signOut = standing.get(id);
  standing.delete(id);
  for (const listener of signOut?.listeners ?? []) if (listener !== itself) listener(SIGN_OUT_OVER, id);
}

/** How long a sign-out waits for its answer, and keeps a session from reading, at most. */
export const lockMs = (timeoutMs: number) => Math.min(timeoutMs, LONGEST_LOCK_MS);

/** A session begins. Its listener gets the sign-outs that stand, and each end. */
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
