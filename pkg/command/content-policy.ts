// A content security policy (CSP, level 3), as far as it decides on what the package needs.

/** The directives of one policy, by name. */
export type Policy = Map<string, string[]>;

export function readPolicy(text: string): Policy {
  const directives = text.split(";").map((part) => part.trim().split(/\s+/));
  // The first of a name counts.
  return new Map(
    directives
      .filter(([name]) => name)
      .map(([name = "", ...rest]) => [name.toLowerCase(), rest] as const)
      .reverse(),
  );
}

/** The sources of the first of these directives that the policy has; `undefined`: it says nothing of them. */
export function sourcesOf(policy: Policy, ...names: string[]): string[] | undefined {
  const name = names.find((each) => policy.has(each));
  return name === undefined ? undefined : policy.get(name);
}

/** Whether the sources name this address. `self`: the page's. */
export const allows = (sources: readonly string[] | undefined, url: URL, self: URL) =>
  !sources || sources.some((source) => matches(source.toLowerCase(), url, self));

/** Scripts that a nonce, a hash or another script vouches for: no address decides on them. */
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

/** What is allowed by http is allowed by https. */
const isScheme = (scheme: string, { protocol }: URL) =>
  protocol === `${scheme}:` || (scheme === "http" && protocol === "https:");
