/**
 * Replaces the page's address by `home` as an identity ends, before a framework renders for the next user: the old path and query belong to the
 * last user. Older entries of the history stay. Without a `home` (Angular passes an empty text) the address stays.
 */
export function goHome(home: string | undefined): void {
  if (home) history.replaceState(null, "", home);
}
