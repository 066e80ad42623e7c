//! The check of return URLs (`identity-api.md` 4.6). It refuses, before the page is left, a URL that the deployment would ignore; and a URL
//! that it allows never leads to a host that is not allowed.
//!
//! The caller parses the URL (in a page by the browser's own `URL`, in native tests by the `url` crate); the check reads the raw text and the
//! parsed parts. An allowed URL is sent as it was written. So it must mean the same to every parser that a deployment may have, and not only
//! to a browser.

/// A return URL as it was written, and its parts after it was resolved against the deployment's origin.
#[derive(Clone, Copy, Debug)]
pub struct ReturnUrl<'a> {
    pub raw: &'a str,
    /// The origin, as `URL.origin` writes it: lower case, no default port.
    pub origin: &'a str,
    /// Whether the origin is the deployment's own, or one of `allowedOrigins`; these are http(s) origins.
    pub allowed: bool,
    pub path: &'a str,
}

/// Whether the deployment may be asked to send the browser to this URL. A return URL is
///
/// ```text
/// [ origin [ ":443" | ":80" ] ] [ "/" path ] [ "?" query ] [ "#" fragment ]
/// ```
///
/// - The origin is written as `URL.origin` writes it, in upper or lower case, with at most the default port after it. This excludes a user
///   name, a scheme without `//` (`https:evil.example` is a path to a browser and a host to others), and a host in a spelling that parsers
///   read differently (percent-encoded, beyond ASCII, an address in octal). A path without its `/` is refused, because behind an origin it
///   would become part of the host.
/// - There is no C0 control and no backslash: browsers drop some controls, and read a backslash as `/`.
/// - Neither the path as written nor the resolved path begins with `//`, which marks a host, or with `/` and an escape that becomes such a
///   mark if a server decodes once too often: `%2f`, `%5c`, or a control (`%0…`, `%1…`).
pub fn is_allowed_return_url(url: &ReturnUrl<'_>) -> bool {
    url.allowed
        && url.raw.as_bytes().iter().all(|byte| *byte > 0x1f && *byte != b'\\')
        && is_local(behind_origin(url))
        && is_local(url.path.as_bytes())
}

/// Returns what is written behind the origin; the whole text if the origin is not written.
fn behind_origin<'a>(url: &ReturnUrl<'a>) -> &'a [u8] {
    let raw = url.raw.as_bytes();
    match raw.split_at_checked(url.origin.len()) {
        Some((origin, rest)) if origin.eq_ignore_ascii_case(url.origin.as_bytes()) => match rest {
            // Only the default port, 443 or 80, can follow here: any other port is part of `URL.origin`.
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
    fn a_url_with_its_origin_is_allowed_with_the_default_port_or_without_a_port() {
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
    fn a_raw_text_that_breaks_one_rule_is_refused() {
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
    fn a_url_whose_parts_break_one_rule_is_refused() {
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
