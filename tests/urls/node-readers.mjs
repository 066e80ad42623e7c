// Readers of addresses that Node has, beside the panel in `src/readers.rs`: its legacy parser, which many servers use.

import legacy from "node:url";

/** What a reader takes `raw` for, where that is neither a path nor an address at one of `known`: in words, else "". */
export function misleads(raw, origin, known) {
  for (const [name, read] of Object.entries(READERS)) {
    const { protocol, auth, host } = read(raw, origin);
    // Without a host it is a path to this reader, whatever the scheme.
    const stays = host
      ? known.some((one) => isAt(one, protocol ?? new URL(origin).protocol, host))
      : !protocol;
    if (!stays || auth) return `${name} reads ${JSON.stringify({ protocol, auth, host })} in ${raw}`;
  }
  return "";
}

const READERS = {
  "url.parse": (raw) => legacy.parse(raw),
  "url.parse, two slashes for a host": (raw) => legacy.parse(raw, false, true),
  "url.resolve": (raw, origin) => legacy.parse(legacy.resolve(origin, raw)),
  URL: (raw, origin) => {
    const { protocol, username, host } = new URL(raw, origin);
    return { protocol, auth: username, host };
  },
};

/** The default port may be written out. */
function isAt(origin, protocol, host) {
  const { protocol: expected, host: plain, port } = new URL(origin);
  const written = port === "" ? `${plain}:${expected === "https:" ? 443 : 80}` : plain;
  return protocol === expected && (host === plain || host === written);
}
