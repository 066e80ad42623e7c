// The sign-outs on this page that are not known to be over. A session that begins meanwhile gets them like sign-outs in another tab.

import { startAge } from "./age.js";
import { LONGEST_LOCK_MS, SIGN_OUT_OVER, SIGNED_OUT } from "./boundary.js";
import type { Settings } from "./options.js";

type Origin = Settings["origin"];

/** A session's function that gets what happens to the sign-out of the name `id`. `age`: how long ago that was; missing: just now. */
type Listener = (happening: number, id: number, age?: () => number) => void;

interface SignOut {
  origin: Origin;
  age: () => number;
  /** The listeners to which `watchSignOuts` has passed this sign-out. */
  listeners: Listener[];
}

/** The sign-outs that are not known to be over, by their names. */
const pending = new Map<number, SignOut>();
/** The deployments that a user has signed out of. */
const signedOut = new Set<Origin>();

/** Adds a sign-out that was called here or in another tab. */
export function addSignOut(id: number, origin: Origin, age = startAge()) {
  signedOut.add(origin);
  pending.set(id, { origin, age, listeners: pending.get(id)?.listeners ?? [] });
}

/** Whether a user has signed out of this deployment on this page: `initial`, which was read before, is then not shown again. */
export const hasSignedOut = (origin: Origin) => signedOut.has(origin);

/** Removes the sign-outs of a deployment: a user has signed in here, which ends them all. */
export function removeSignOuts(origin: Origin) {
  for (const [id, { origin: itsOrigin }] of pending) if (itsOrigin === origin) pending.delete(id);
}

/** Removes a sign-out that is over, and tells the sessions that have it from `watchSignOuts`, except the caller's own `reporter`. */
export function endSignOut(id: number, reporter: Listener) {
  const signOut = pending.get(id);
  pending.delete(id);
  for (const listener of signOut?.listeners ?? []) if (listener !== reporter) listener(SIGN_OUT_OVER, id);
}

/** Returns for how many milliseconds at most a sign-out waits for its answer, and keeps other sessions from reading. */
export const lockMs = (timeoutMs: number) => Math.min(timeoutMs, LONGEST_LOCK_MS);

/** Tells a session that begins of the sign-outs that are not over, and later of the end of each of them. */
export function watchSignOuts(
  { origin, timeoutMs }: Pick<Settings, "origin" | "timeoutMs">,
  listener: Listener,
) {
  for (const [id, { origin: itsOrigin, age, listeners }] of pending) {
    if (itsOrigin !== origin || age() >= lockMs(timeoutMs)) continue;
    listeners.push(listener);
    listener(SIGNED_OUT, id, age);
  }
}
