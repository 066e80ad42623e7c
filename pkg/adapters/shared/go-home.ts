/**
 * Where the address of an identity that has ended gives way, before a framework begins anything anew: path and query are the last user's.
 * Older entries of the history stay. Without a `home` it stays, too; Angular says that by an empty text.
 */
export function goHome(home: string | undefined): void {
  if (home) history.replaceState(null, "", home);
}
