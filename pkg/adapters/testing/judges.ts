// Checks of addresses by the rules of `src/core/{api_url,return_url}.rs`, which a test session has no WebAssembly for. Tests compare both.

/** Whether `session.fetch` may send a request to this address: it must be within one of the deployment's four APIs, without `..`. */
export function isApiUrl(href: string, origin: string): boolean {
  const rest = href.startsWith(origin) ? href.slice(origin.length) : "";
  return (
    /^\/(api|agent-hub-api|networks-api|data-api)\//.test(rest) && !climbs(rest.split(/[?#]/)[0] as string)
  );
}

/** Whether a segment of the path is `..` once all escapes are undone, also escapes of escapes. */
function climbs(path: string): boolean {
  let decoded = path;
  for (let before: string | undefined; before !== decoded; ) {
    before = decoded;
    decoded = before.replace(/%([\da-f]{2})/gi, (_, digits) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  return decoded.split(/[/\\;?#]/).includes("..");
}

/**
 * Whether the deployment may be asked to send the browser to this return URL. `raw`: the text as given, `origin` and `path`: as a browser parses
 * it. `isKnownOrigin`: the origin is the deployment's, or an allowed one.
 */
export function mayReturnTo(raw: string, origin: string, isKnownOrigin: boolean, path: string): boolean {
  const beginsWithOrigin = raw.toLowerCase().startsWith(origin.toLowerCase());
  const rest = beginsWithOrigin ? raw.slice(origin.length).replace(/^:(443|80)(?!\d)/, "") : raw;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses control characters.
  return isKnownOrigin && !/[\x00-\x1f\\]/.test(raw) && isLocal(rest) && isLocal(path);
}

/** Whether a browser that resolves this reference against an origin stays on that origin. */
const isLocal = (reference: string) =>
  /^([/?#]|$)/.test(reference) && !/^\/(\/|%[01]|%2f|%5c)/i.test(reference);
