//! The check of the addresses that `session.fetch` may send credentials to: only those under the deployment's four prefixes
//! (`identity-api.md` 1). `CONTRIBUTING.md` lists what else changes with another prefix.

/// The gateway's prefixes: the Chat, Agent Hub, Networks and Data APIs.
static PREFIXES: [&str; 4] = ["/api/", "/agent-hub-api/", "/networks-api/", "/data-api/"];

/// Whether a URL, as a browser has parsed and serialised it, is under one of the prefixes, on the deployment's origin, without user name and
/// password. A path with an escaped separator beside dots is refused, however often it was escaped: a gateway that unescapes it first
/// would read another path.
pub fn is_api_url(href: &str, deployment: &str) -> bool {
    // A user name, another port or a longer host would stand between the origin and the path.
    href.strip_prefix(deployment)
        .is_some_and(|rest| PREFIXES.iter().any(|prefix| rest.starts_with(prefix)) && !climbs(rest))
}

/// Whether some server may read a `..` segment in the path. Such a server may decode escapes until none is left, read `\` as `/`, and drop
/// what follows a `;` in a segment, or an escaped `?` or `#`. The query and the fragment do not count.
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
        // The decoded byte may complete another escape, so the loop looks again.
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

    fn is_allowed(path: &str) -> bool {
        is_api_url(&format!("{DEPLOYMENT}{path}"), DEPLOYMENT)
    }

    #[test]
    fn paths_under_the_four_prefixes_are_allowed() {
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
            assert!(is_allowed(path), "{path}");
        }
    }

    #[test]
    fn other_paths_and_dot_segments_are_refused() {
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
            assert!(!is_allowed(path), "{path}");
        }
    }

    #[test]
    fn addresses_outside_the_deployments_origin_are_refused() {
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
        // The origin of a page that has none.
        assert!(!is_api_url("data:/api/roles", "null"));
    }

    #[test]
    fn a_query_and_a_fragment_may_have_dot_segments() {
        for rest in ["?return=/../x", "#/../x", "?a=%2e%2e/", "?..", "#.."] {
            assert!(is_allowed(&format!("/api/roles{rest}")), "{rest}");
        }
        assert!(!is_allowed("/api/..?x"));
    }
}
