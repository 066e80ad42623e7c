//! The check of addresses that `session.fetch` may send credentials to: those under the deployment's four prefixes
//! (`src/api/path.rs`), and no others (`identity-api.md` 1).

use crate::api::path::PREFIXES;

/// Whether a URL, as a browser has parsed and serialised it, lies under one of the prefixes, on the deployment's origin,
/// without userinfo. A path with an escaped separator beside dots is refused, however often it was escaped: a gateway
/// that unescapes it first would end up elsewhere.
pub fn is_api_url(href: &str, deployment: &str) -> bool {
    // Userinfo, another port and a longer host all come before the path.
    href.strip_prefix(deployment)
        .is_some_and(|rest| PREFIXES.iter().any(|prefix| rest.starts_with(prefix)) && !climbs(rest))
}

/// Whether the path has a `..` segment as some server may read it. Such a server may decode escapes, even several times,
/// read `\` as `/`, and drop what follows a `;` in a segment. The query and the fragment do not count.
fn climbs(path: &str) -> bool {
    // How many dots the segment has so far; 3 or more: it is not `..`.
    let mut dots = 0_u32;
    let mut rest = path.as_bytes();
    while let [byte, tail @ ..] = rest {
        rest = tail;
        let mut byte = *byte;
        if byte == b'%' {
            while let [b'2', b'5', tail @ ..] = rest {
                rest = tail;
            }
            if let [high, low, tail @ ..] = rest {
                byte = match (high, low | 0x20) {
                    (b'2', b'e') => b'.',
                    (b'2', b'f') | (b'3', b'b') | (b'5', b'c') => b'/',
                    _ => byte,
                };
                if byte != b'%' {
                    rest = tail;
                }
            }
        }
        dots = match byte {
            b'?' | b'#' => break,
            b'/' | b'\\' | b';' if dots == 2 => break,
            b'/' | b'\\' | b';' => 0,
            b'.' => dots.saturating_add(1),
            _ => 3,
        };
    }
    dots == 2
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
