// The deployment's cookies, as a browser keeps them for Vite's server. Scripts can read them as little as elsewhere.

/** Matches the prefix of a cookie's name that demands `Secure`. Over http the name gets `dev-` before it. */
const PREFIXED = /^\s*(?=__(?:Host|Secure)-)/i;
const RENAMED = /(^|;\s*)dev-(?=__(?:Host|Secure)-)/gi;

/** Returns a `Set-Cookie` of the deployment as one of this server: without a domain, and over http without attributes that http forbids. */
export function cookieToBrowser(cookie: string, isEncrypted: boolean): string {
  const kept = cookie.replaceAll(/;\s*domain\s*=[^;]*/gi, "");
  if (isEncrypted) return kept;
  const forbidden = /;\s*(?:secure|partitioned|samesite\s*=\s*none)\s*(?=;|$)/gi;
  return kept.replace(PREFIXED, "dev-").replaceAll(forbidden, "");
}

/** Returns the header `Cookie` with the deployment's own names again. */
export const cookieFromBrowser = (header: string) => header.replaceAll(RENAMED, "$1");
