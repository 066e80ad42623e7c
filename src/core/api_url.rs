//! The check of addresses that `session.fetch` may send credentials to: those under the deployment's four prefixes
//! and no others (`identity-api.md` 1). What else a fifth prefix touches: `CONTRIBUTING.md`.

/// The gateway's prefixes: the Chat, Agent Hub, Networks and Data APIs.
static PREFIXES: [&str; 4] = ["/api/", "/agent-hub-api/", "/networks-api/", "/data-api/"];

/// Whether a URL, as a browser has parsed and serialised it, lies under one of the prefixes, on the deployment's origin,
/// without userinfo. A path with an escaped separator beside dots is refused, however often it was escaped: a gateway
/// that unescapes it first would end up elsewhere.
pub fn is_api_url(href: &str, deployment: &str) -> bool {
    // Userinfo, another port and a longer host all come before the path.
    href.strip_prefix(deployment)
        .is_some_and(|rest| PREFIXES.iter().any(|prefix| rest.starts_with(prefix)) && !climbs(rest))
}

/// Whether the path has a `..` segment as some server may read it. Such a server may decode escapes until none is left, read
/// `\` as `/`, and drop what follows a `;` in a segment, or an escaped `?` or `#`. The query and the fragment do not count.
fn climbs(path: &str) -> bool {
    let mut decoded = path.to_owned().into_bytes();
    let mut length = 0;
    for byte in path.bytes() {
        if matches!(byte, b'?' | b'#') {
            break;
        }
        if let Some(next) = decoded.get_mut(length) {
            *next = byte;
        }
        length += 1;
        // What an escape stands for may be part of another escape.
        while let Some([.., escape @ b'%', high, low]) = decoded.get_mut(..length) {
            let digit = |byte: &u8| char::from(*byte).to_digit(16).unwrap_or(16) as u8;
            let (high, low) = (digit(high), digit(low));
            if high | low > 15 {
                break;
            }
            *escape = high * 16 + low;
            length -= 2;
        }
    }
    decoded.truncate(length);
    decoded.split(|byte| matches!(byte, b'/' | b'\\' | b';' | b'?' | b'#')).any(|segment| segment == b"..")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPLOYMENT: &str = "https://portal.example";

    fn judged(path: &str) -> bool {
        is_api_url(&format!("{DEPLOYMENT}{path}"), DEPLOYMENT)
    }

    #[test]
    fn the_four_prefixes_are_let_through() {
        for path in [
            "/api/roles",
            "/agent-hub-api/api/agent/list",
            "/networks-api/",
            "/data-api/x",
            "/api/a..b",
            "/api/...",
            "/api/%2E%2Ea",
            "/api/100%",
            "/api/100%25",
            "/api/a%2",
        ] {
            assert!(judged(path), "{path}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for path in [
            "/",
            "/apix",
            "/api",
            "/x/api/",
            "/API/roles",
            "//api/",
            "/api/%2e%2e/x",
            "/api/..%2fx",
            "/api/%2E.",
            "/api/a%5c..%5Cb",
            "/api/a%%5c..%5Cb",
            "/api/..",
            "/api/..\\x",
            "/api/%252e%252E/x",
            "/api/..%252fx",
            "/api/%2525252e%25252e/x",
            "/api/..;/x",
            "/api/..%3bx=1/x",
            "/api/..%25%32%66x",
            "/api/..%%32%66x",
            "/api/..%%35cx",
            "/api/%25%32%65%25%32%65/x",
            "/api/%2%65%2%65/x",
            "/api/..%3fx",
            "/api/..%23x",
        ] {
            assert!(!judged(path), "{path}");
        }
    }

    #[test]
    fn every_other_address_is_refused() {
        for href in [
            "https://portal.example:8443/api/roles",
            "http://portal.example/api/roles",
            "https://portal.example.evil/api/roles",
            "https://user@portal.example/api/roles",
            "https://user:secret@portal.example/api/roles",
            "https://portal.example@evil.example/api/roles",
            "https://evil.example/https://portal.example/api/roles",
            "blob:https://portal.example/api/roles",
            "data:/api/roles",
            "",
        ] {
            assert!(!is_api_url(href, DEPLOYMENT), "{href}");
        }
        // A page without an origin, and without a deployment of its own.
        assert!(!is_api_url("data:/api/roles", "null"));
    }

    #[test]
    fn a_query_and_a_fragment_may_say_anything() {
        for rest in ["?return=/../x", "#/../x", "?a=%2e%2e/", "?..", "#.."] {
            assert!(judged(&format!("/api/roles{rest}")), "{rest}");
        }
        assert!(!judged("/api/..?x"));
    }
}
