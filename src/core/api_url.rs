//! The judge of addresses that `session.fetch` may send credentials to: the deployment's four prefixes, and
//! nothing else (`identity-api.md` 1).

use crate::api::path::PREFIXES;

/// The parts of a URL that a browser parsed.
#[derive(Clone, Copy, Debug)]
pub struct ApiUrl<'a> {
    pub origin: &'a str,
    pub has_userinfo: bool,
    /// As parsed: dot segments are resolved already, percent escapes are not.
    pub path: &'a str,
}

/// Whether the URL lies under one of the prefixes, on the deployment's origin, without userinfo. A path with an
/// escaped separator beside dots is refused: a gateway that unescapes it first would end up elsewhere.
pub fn is_api_url(url: &ApiUrl<'_>, deployment: &str) -> bool {
    let under = |prefix: &str| url.path.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('/'));
    url.origin == deployment && !url.has_userinfo && PREFIXES.into_iter().any(under) && !climbs(url.path)
}

/// Whether the path has a `..` segment once escapes are undone and backslashes are taken for slashes.
fn climbs(path: &str) -> bool {
    let mut dots = 0_u32;
    let mut other = false;
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let (byte, tail) = match (first, tail) {
            (b'%', [b'2', b'e' | b'E', tail @ ..]) => (b'.', tail),
            (b'%', [b'2', b'f' | b'F', tail @ ..] | [b'5', b'c' | b'C', tail @ ..]) => (b'/', tail),
            (b'\\', tail) => (b'/', tail),
            (byte, tail) => (*byte, tail),
        };
        rest = tail;
        match byte {
            b'/' if dots == 2 && !other => return true,
            b'/' => (dots, other) = (0, false),
            b'.' => dots = dots.saturating_add(1),
            _ => other = true,
        }
    }
    dots == 2 && !other
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(origin: &str, path: &str) -> bool {
        is_api_url(&ApiUrl { origin, has_userinfo: false, path }, "https://portal.example")
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
        ] {
            assert!(judged("https://portal.example", path), "{path}");
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
        ] {
            assert!(!judged("https://portal.example", path), "{path}");
        }
        assert!(!judged("https://portal.example:8443", "/api/roles"));
        assert!(!judged("http://portal.example", "/api/roles"));
        let userinfo = ApiUrl { origin: "https://portal.example", has_userinfo: true, path: "/api/roles" };
        assert!(!is_api_url(&userinfo, "https://portal.example"));
    }
}
