/** What a snapshot says besides who is signed in, where no sign-out waits, nobody signs in again, and no end is known. */
export const AT_REST = { signOutPending: false, reauthenticating: false, expiresAt: null };
