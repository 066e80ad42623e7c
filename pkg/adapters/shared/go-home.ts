/**
 * Replaces the page's address by `home` as an identity ends, before a framework begins anything anew: path and query are the last user's.
 * Older entries of the history stay. Without a `home` the address stays, too; Angular passes an empty text then.
 */
export function goHome(home: string | undefined): void {
  if (home) history.replaceState(null, "", home);
}
