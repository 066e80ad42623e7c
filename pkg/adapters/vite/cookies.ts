// Rewrites the deployment's cookies so that a browser keeps them for Vite's server. `HttpOnly` stays: scripts cannot read them.

/** Matches the start of a cookie name with a prefix that demands `Secure`. Over http, "dev-" is inserted there. */
const PREFIXED = /^\s*(?=__(?:Host|Secure)-)/i;
/** Matches the inserted "dev-" in a `Cookie` header. */
const RENAMED = /(^|;\s*)dev-(?=__(?:Host|Secure)-)/gi;

/** Returns the deployment's `Set-Cookie` for this server: without its domain, and over http without attributes that need https. */
export function cookieToBrowser(cookie: string, isEncrypted: boolean): string {
  const kept = cookie.replaceAll(/;\s*domain\s*=[^;]*/gi, "");
  if (isEncrypted) return kept;
  const forbidden = /;\s*(?:secure|partitioned|samesite\s*=\s*none)\s*(?=;|$)/gi;
  return kept.replace(PREFIXED, "dev-").replaceAll(forbidden, "");
}

/** Returns the header `Cookie` with the deployment's own cookie names. */
export const cookieFromBrowser = (header: string) => header.replaceAll(RENAMED, "$1");
