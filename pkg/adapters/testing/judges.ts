// The checks of addresses that the real session has in its WebAssembly, held to the same cases (`src/core/{api_url,return_url}.rs`).

/** Whether `session.fetch` may send a request to this address: under one of the four APIs of the deployment, and not climbing out of it. */
export function isApiUrl(href: string, origin: string): boolean {
  const rest = href.startsWith(origin) ? href.slice(origin.length) : "";
  return (
    /^\/(api|agent-hub-api|networks-api|data-api)\//.test(rest) && !climbs(rest.split(/[?#]/)[0] as string)
  );
}

/** Whether a segment of the path is `..` once all escapes are undone, also escapes of escapes. */
function climbs(path: string): boolean {
  let plain = path;
  for (let before: string | undefined; before !== plain; ) {
    before = plain;
    plain = before.replace(/%([\da-f]{2})/gi, (_, digits) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  return plain.split(/[/\\;?#]/).includes("..");
}

/** Whether the deployment may be asked to send the browser to this return URL. */
export function mayReturnTo(raw: string, origin: string, known: boolean, path: string): boolean {
  const isWritten = raw.toLowerCase().startsWith(origin.toLowerCase());
  const behind = isWritten ? raw.slice(origin.length).replace(/^:(443|80)(?!\d)/, "") : raw;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are refused.
  return known && !/[\x00-\x1f\\]/.test(raw) && isLocal(behind) && isLocal(path);
}

/** Whether a browser that resolves this reference against an origin stays on that origin. */
const isLocal = (reference: string) =>
  /^([/?#]|$)/.test(reference) && !/^\/(\/|%[01]|%2f|%5c)/i.test(reference);
