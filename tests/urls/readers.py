"""Reads allowed return URLs with Python's parser of addresses; the parsers in Rust are in `src/readers.rs`.

Standard input has lines of JSON, `[raw, deployment, [origin, …]]`. Prints a line for each reading that is neither a path nor an
address at one of the origins.
"""

import json
import sys
from urllib.parse import unquote, urljoin, urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}


def origin(parts):
    """Returns scheme, host and port, and a mark where there is userinfo, so that no allowed origin equals it."""
    userinfo = "@" if "@" in parts.netloc else ""
    return (parts.scheme, parts.hostname, parts.port or DEFAULT_PORTS.get(parts.scheme), userinfo)


def readings(raw, deployment):
    """Yields the ways to read the text: alone, joined to the deployment, and joined after its escapes were decoded once too often."""
    yield "urlsplit", raw
    yield "urljoin", urljoin(deployment, raw)
    yield "urljoin of unquote", urljoin(deployment, unquote(raw))


def misreadings(raw, deployment, allowed):
    """Yields a message for each reading at an origin that is not allowed."""
    for name, text in readings(raw, deployment):
        try:
            parts = urlsplit(text)
            read = origin(parts)
        except ValueError:
            # The parser takes the text for no address.
            continue
        local = not parts.scheme and not parts.netloc
        if not local and read not in allowed:
            yield f"{raw!r} on {deployment}: {name} reads {read}"


for line in sys.stdin:
    raw, deployment, origins = json.loads(line)
    for message in misreadings(raw, deployment, [origin(urlsplit(each)) for each in origins]):
        print(message)
