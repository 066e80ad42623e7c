/**
 * Where the address of an identity that has ended gives way, before a framework begins anything anew: the next user inherits neither path nor
 * query. Without a `home` it stays; Angular says that by an empty text.
 */
export function goHome(home: string | undefined): void {
  if (home) history.replaceState(null, "", home);
}
