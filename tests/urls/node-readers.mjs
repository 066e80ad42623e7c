// The URL parsers of Node read allowed return URLs: the current one, and the legacy one, which many servers use. Parsers in Rust: src/readers.rs.

import legacy from "node:url";

/** Returns a message where a reader takes `raw` neither for a path nor for an address at one of the allowed origins, else "". */
export function misreadingOf(raw, origin, allowed) {
  for (const [name, read] of Object.entries(READERS)) {
    const { protocol, auth, host } = read(raw, origin);
    // Without a scheme and a host, the reader takes it for a path.
    const isAllowed = host
      ? allowed.some((each) => isAt(each, protocol ?? new URL(origin).protocol, host))
      : !protocol;
    if (!isAllowed || auth) return `${name} reads ${JSON.stringify({ protocol, auth, host })} in ${raw}`;
  }
  return "";
}

const READERS = {
  "url.parse": (raw) => legacy.parse(raw),
  "url.parse with slashesDenoteHost": (raw) => legacy.parse(raw, false, true),
  "url.resolve": (raw, origin) => legacy.parse(legacy.resolve(origin, raw)),
  URL: (raw, origin) => {
    const { protocol, username, host } = new URL(raw, origin);
    return { protocol, auth: username, host };
  },
};

/** Whether a protocol and a host are those of an origin. The host may have the default port of the protocol. */
function isAt(origin, protocol, host) {
  const { protocol: expected, host: expectedHost, port } = new URL(origin);
  const hostWithPort = port === "" ? `${expectedHost}:${expected === "https:" ? 443 : 80}` : expectedHost;
  return protocol === expected && (host === expectedHost || host === hostWithPort);
}
