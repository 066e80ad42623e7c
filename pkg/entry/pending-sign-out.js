// A sign-out that was called here, and that the deployment has not confirmed.

import { hasReturned } from "./overheard.js";

/**
 * @typedef {object} PendingSignOut
 * @property {number | undefined} [user] Who was shown at the call, if that was known.
 * @property {number} told How often `signed-out` was sent to the other tabs, less how often `sign-out-over`.
 * @property {boolean} [unsaid] Its newest call went to an engine that has not sent `signed-out` yet.
 * @property {boolean} [unseen] Since its newest call, another tab has sent a message, or the page has asked who is there while no
 *   engine ran. So somebody else may have signed in unseen, and a further `logout()` is about anyone.
 */

/**
 * `logout()` is called, perhaps again. It is about the user who is shown, or, if nobody was shown since an earlier call, about
 * that call's user. If somebody else may have signed in unseen (also after a return from the cache), it is about anyone.
 */
export const signOutCalled = ({ is, pending, last, signIn, unseen, messages }) => ({
  user: signIn || unseen || pending?.unseen || hasReturned(messages) ? undefined : (last ?? pending?.user),
  told: pending?.told ?? 0,
  unsaid: is === "running",
});

/** @type {(pending: PendingSignOut | undefined) => PendingSignOut | undefined} */
export const inDoubt = (pending) => pending && { ...pending, unseen: true };

export const isLogout = ({ kind }) => kind === "logout";

/** Whether one waits for an engine. */
export const waitsToSignOut = ({ calls }) => !!calls?.some(isLogout);

/** A `refresh()` must not give up a later `logout()`, or one that still waits, so it becomes a plain read. */
export const asRead = (call) => (call.kind === "refresh" ? { ...call, kind: "read" } : call);

/** Sent by the entry, where no engine will, or not soon: it outlives the page. Resolves, or rejects, once it is over. */
export const sendSignOut = async ({ origin }) =>
  fetch(`${origin}/api/auth/logout`, {
    method: "POST",
    keepalive: true,
    credentials: "include",
    cache: "no-store",
    redirect: "manual",
  });

/**
 * The other tabs were told this message. The sign-out is over once `sign-out-over` was sent as often as `signed-out`.
 * @param {PendingSignOut | undefined} pending
 * @returns {PendingSignOut | undefined}
 */
export function signOutSaid(pending, message) {
  const { told = 0 } = pending ?? {};
  if (message === "signed-out") return { ...pending, told: told + 1, unsaid: false };
  if (message === "sign-out-over") return told > 1 ? { ...pending, told: told - 1 } : undefined;
  return pending;
}
