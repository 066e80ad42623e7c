// The deployment's cookies, as a browser keeps them for Vite's server. Scripts can read them as little as elsewhere.

/** What begins a name that asks for `Secure`; over http it stands behind a word of ours. */
const PREFIXED = /^\s*(?=__(?:Host|Secure)-)/i;
const RENAMED = /(^|;\s*)dev-(?=__(?:Host|Secure)-)/gi;

/** A `Set-Cookie` of this server: of no domain, and over http without what http forbids. */
export function cookieToBrowser(cookie: string, isEncrypted: boolean): string {
  const kept = cookie.replaceAll(/;\s*domain\s*=[^;]*/gi, "");
  if (isEncrypted) return kept;
  const forbidden = /;\s*(?:secure|partitioned|samesite\s*=\s*none)\s*(?=;|$)/gi;
  return kept.replace(PREFIXED, "dev-").replaceAll(forbidden, "");
}

/** The header `Cookie` with the deployment's own names. */
export const cookieFromBrowser = (header: string) => header.replaceAll(RENAMED, "$1");
