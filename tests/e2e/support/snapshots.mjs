/** What a snapshot says besides who is signed in, where no sign-out waits, nobody signs in again, and no end is known. */
export const AT_REST = { signOutPending: false, reauthenticating: false, expiresAt: null, expiring: false };

/** The snapshot in which nobody is shown, for this reason. */
export const nobody = (reason, status = "unauthenticated") => ({
  status,
  user: null,
  features: {},
  reason,
  stale: false,
  error: null,
  ...AT_REST,
});
