/** Members of a snapshot while no sign-out is pending, no user signs in again, and no end is known. */
export const AT_REST = { signOutPending: false, reauthenticating: false, expiresAt: null, expiring: false };

/** Returns the snapshot without a user, for this reason. */
export const withoutUser = (reason, status = "unauthenticated") => ({
  status,
  user: null,
  features: {},
  reason,
  stale: false,
  error: null,
  ...AT_REST,
});
