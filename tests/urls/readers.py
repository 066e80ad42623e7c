"""Python's reader of addresses, beside the panel in `src/readers.rs`.

Takes lines of JSON, `[raw, deployment, [origin, …]]`, each a return URL that was let through, and prints what is read in it
where that is neither a path nor an address at one of the origins.
"""

import json
import sys
from urllib.parse import unquote, urljoin, urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}


def origin(parts):
    """Scheme, host and port; with a mark that makes it unlike any other where there is userinfo."""
    userinfo = "@" if "@" in parts.netloc else ""
    return (parts.scheme, parts.hostname, parts.port or DEFAULT_PORTS.get(parts.scheme), userinfo)


def readings(raw, deployment):
    """The text by itself, joined to the deployment, and with its escapes undone once too often."""
    yield "urlsplit", raw
    yield "urljoin", urljoin(deployment, raw)
    yield "urljoin of unquote", urljoin(deployment, unquote(raw))


def misled(raw, deployment, known):
    for name, text in readings(raw, deployment):
        try:
            parts = urlsplit(text)
            read = origin(parts)
        except ValueError:
            # Taken for no address at all.
            continue
        local = not parts.scheme and not parts.netloc
        if not local and read not in known:
            yield f"{raw!r} on {deployment}: {name} reads {read}"


for line in sys.stdin:
    raw, deployment, origins = json.loads(line)
    for fault in misled(raw, deployment, [origin(urlsplit(one)) for one in origins]):
        print(fault)
