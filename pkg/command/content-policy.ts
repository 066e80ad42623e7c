// Reads a content security policy (CSP, level 3), as far as the package's files and requests depend on it.

/** The directives of one policy, by name. */
export type Policy = Map<string, string[]>;

export function readPolicy(text: string): Policy {
  const directives = text.split(";").map((part) => part.trim().split(/\s+/));
  // Of two directives with one name, the first counts: a `Map` keeps the last one, hence `reverse`.
  return new Map(
    directives
      .filter(([name]) => name)
      .map(([name = "", ...rest]) => [name.toLowerCase(), rest] as const)
      .reverse(),
  );
}

/** Returns the sources of the first of these directives that the policy has; `undefined` if it has none of them, which allows everything. */
export function sourcesOf(policy: Policy, ...names: string[]): string[] | undefined {
  const name = names.find((each) => policy.has(each));
  return name === undefined ? undefined : policy.get(name);
}

/** Whether the sources allow this address. `self`: the page's address. */
export const allows = (sources: readonly string[] | undefined, url: URL, self: URL) =>
  !sources || sources.some((source) => matches(source.toLowerCase(), url, self));

/** Whether the sources allow scripts by a nonce, a hash or another script, and not by their address. */
export const trustsByName = (sources: readonly string[]) =>
  sources.some((source) => /^'(?:nonce-|sha\d+-|strict-dynamic)/i.test(source));

function matches(source: string, url: URL, self: URL): boolean {
  if (source === "'self'") return url.origin === self.origin;
  if (source === "*") return /^(?:https?|wss?):$/.test(url.protocol);
  if (source.startsWith("'")) return false;
  if (/^[a-z][a-z\d+.-]*:$/.test(source)) return isScheme(source.slice(0, -1), url);
  const [, scheme, host = "", port, path] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?(\/.*)?$/.exec(source) ?? [];
  if (!isScheme(scheme ?? self.protocol.slice(0, -1), url)) return false;
  const isHost = host.startsWith("*.")
    ? url.hostname.endsWith(host.slice(1))
    : host === "*" || host === url.hostname;
  if (!isHost || (port !== "*" && (port ?? "") !== url.port)) return false;
  const wanted = path ?? "/";
  return wanted.endsWith("/")
    ? url.pathname.toLowerCase().startsWith(wanted)
    : url.pathname.toLowerCase() === wanted;
}

/** A source with http allows https, too. */
const isScheme = (scheme: string, { protocol }: URL) =>
  protocol === `${scheme}:` || (scheme === "http" && protocol === "https:");
