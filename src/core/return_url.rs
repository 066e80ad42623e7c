//! The check of return URLs (`identity-api.md` 4.6): what the deployment would ignore is refused before the
//! page is left, and what is let through never leads to a host that is not allowed.
//!
//! The caller parses the URL (in a page by the browser's own `URL`, in native tests by the `url` crate); the
//! check looks at the raw text and the parsed parts. What passed is sent as it was written, never rebuilt.
//! So it must be one and the same thing to whatever parser the deployment has, and not only to a browser.

/// A return URL as it was written, and its parts once it is resolved against the deployment's origin.
#[derive(Clone, Copy, Debug)]
pub struct ReturnUrl<'a> {
    pub raw: &'a str,
    /// The origin, as `URL.origin` writes it: lower case, no default port.
    pub origin: &'a str,
    /// Whether the origin is the deployment's own, or one of `allowedOrigins`; these are http(s) origins.
    pub allowed: bool,
    pub path: &'a str,
}

/// Whether the deployment may be asked to send the browser there. A return URL is
///
/// ```text
/// [ origin [ ":443" | ":80" ] ] [ "/" path ] [ "?" query ] [ "#" fragment ]
/// ```
///
/// - The origin is the one it leads to, written out as in `URL.origin`, in any case, with at most the default port
///   behind it. This leaves no room for userinfo, for a scheme without `//` (`https:evil.example` is a path to a browser
///   and a host to others), or for a host in a spelling that parsers read differently (percent-encoded,
///   beyond ASCII, an address in octal). A path without its `/` is refused: set behind an origin, it becomes part of the host.
/// - No C0 control and no backslash anywhere: browsers drop some of the former, and take the latter for `/`.
/// - Neither the path as written nor the resulting one starts with `//`, the mark of a host, or with `/` and an
///   escape that becomes it where a server undoes escapes once too often: `%2f`, `%5c`, or a control (`%0…`, `%1…`).
pub fn is_allowed_return_url(url: &ReturnUrl<'_>) -> bool {
    url.allowed
        && url.raw.as_bytes().iter().all(|byte| *byte > 0x1f && *byte != b'\\')
        && is_local(behind_origin(url))
        && is_local(url.path.as_bytes())
}

/// Returns what is written behind the origin; the whole text where the origin is not written out.
fn behind_origin<'a>(url: &ReturnUrl<'a>) -> &'a [u8] {
    let raw = url.raw.as_bytes();
    match raw.split_at_checked(url.origin.len()) {
        Some((origin, rest)) if origin.eq_ignore_ascii_case(url.origin.as_bytes()) => match rest {
            // Only 443 or 80 can follow, each where it is the default: any other port is part of the origin.
            [b':', b'4', _, _, rest @ ..] | [b':', b'8', _, rest @ ..] => rest,
            _ => rest,
        },
        _ => raw,
    }
}

/// Whether this text, written behind an origin, leads every reader to that origin.
fn is_local(reference: &[u8]) -> bool {
    match reference {
        [b'/', b'/', ..]
        | [b'/', b'%', b'0' | b'1', ..]
        | [b'/', b'%', b'2', b'F' | b'f', ..]
        | [b'/', b'%', b'5', b'C' | b'c', ..] => false,
        [] | [b'/' | b'?' | b'#', ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://portal.example";
    const HERE: ReturnUrl<'_> =
        ReturnUrl { raw: "/reports", origin: ORIGIN, allowed: true, path: "/reports" };

    #[test]
    fn a_path_of_the_deployment_is_allowed() {
        for raw in [
            "/reports",
            "",
            "/",
            "?page=2",
            "#top",
            "/a b",
            "/a//b",
            "/\u{fc}ber",
            "/%C3%BCber",
            "/%",
            "/%2",
            "/%2e",
            "/%252f",
        ] {
            assert!(is_allowed_return_url(&ReturnUrl { raw, ..HERE }), "{raw}");
        }
    }

    #[test]
    fn an_origin_written_out_is_allowed_with_its_default_port_or_without() {
        for raw in [
            ORIGIN,
            "HTTPS://Portal.Example/reports",
            "https://portal.example:443/reports",
            "https://portal.example:443",
            "https://portal.example?page=2",
            "https://portal.example#top",
        ] {
            assert!(is_allowed_return_url(&ReturnUrl { raw, ..HERE }), "{raw}");
        }
        let raw = "http://localhost:80/reports";
        assert!(is_allowed_return_url(&ReturnUrl { raw, origin: "http://localhost", ..HERE }));
    }

    #[test]
    fn each_rule_over_the_raw_text_refuses_alone() {
        for raw in [
            "/re\tports",
            "/\0",
            "/\x1f",
            "/re\\ports",
            " /reports",
            "reports",
            "@evil.example",
            ".evil.example",
            "https:reports",
            "https:/reports",
            "https:///reports",
            "https://",
            "//portal.example/reports",
            "https://portal.example//reports",
            "https://user@portal.example/",
            "https://portal.example:/",
            "https://portal.example:0443/",
            "https://portal.example:443:443/",
            "https://portal.example./",
            "https://portal.example@evil.example/",
            "https://portal.examplf/",
            "https://portal.exampl",
            "https://%70ortal.example/",
            "blob:https://portal.example/x",
            "/%2fevil.example",
            "/%2Fevil.example",
            "/%5cevil.example",
            "/%5Cevil.example",
            "/%09/evil.example",
            "/%0a/",
            "/%1f/",
        ] {
            assert!(!is_allowed_return_url(&ReturnUrl { raw, ..HERE }), "{raw:?}");
        }
    }

    #[test]
    fn each_rule_over_the_parts_refuses_alone() {
        for refused in [
            ReturnUrl { allowed: false, ..HERE },
            ReturnUrl { path: "//evil.example", ..HERE },
            ReturnUrl { path: "/%2fevil.example", ..HERE },
            ReturnUrl { path: "mailbox", ..HERE },
        ] {
            assert!(!is_allowed_return_url(&refused), "{refused:?}");
        }
    }
}
