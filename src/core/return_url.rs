//! The judge of return URLs (`identity-api.md` 4.6): what the deployment would ignore is refused before the
//! page is left, and what is let through never leads to a host that is not allowed.
//!
//! The URL is parsed by whoever asks (the browser's own `URL` in the module, the `url` crate natively); the
//! judge rules over the raw text and the parsed parts. What passed is sent as it was written, never rebuilt.

/// The parts of a return URL, resolved against the deployment's origin.
#[derive(Clone, Copy, Debug)]
pub struct ReturnUrl<'a> {
    pub raw: &'a str,
    /// With the colon: `https:`.
    pub scheme: &'a str,
    /// The origin is the deployment's own, or an allowed one.
    pub known: bool,
    pub has_userinfo: bool,
    pub path: &'a str,
}

/// Whether the deployment may be asked to send the browser there: over http or https, to its own origin or an
/// allowed one, without userinfo; in the raw text neither a C0 control nor a backslash; and a path that no
/// server can take for a host.
pub fn is_allowed_return_url(url: &ReturnUrl<'_>) -> bool {
    let raw_is_plain = url.raw.bytes().all(|byte| byte > 0x1f && byte != b'\\');
    raw_is_plain
        && url.known
        && matches!(url.scheme, "https:" | "http:")
        && !url.has_userinfo
        && !url.path.starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ReturnUrl<'_> =
        ReturnUrl { raw: "/reports", scheme: "https:", known: true, has_userinfo: false, path: "/reports" };

    #[test]
    fn a_path_of_the_deployment_is_allowed() {
        assert!(is_allowed_return_url(&HERE));
        assert!(is_allowed_return_url(&ReturnUrl { raw: "http://portal.example/", scheme: "http:", ..HERE }));
    }

    #[test]
    fn each_rule_refuses_alone() {
        for refused in [
            ReturnUrl { raw: "/re\tports", ..HERE },
            ReturnUrl { raw: "/\0", ..HERE },
            ReturnUrl { raw: "/\x1f", ..HERE },
            ReturnUrl { raw: "\\reports", ..HERE },
            ReturnUrl { scheme: "blob:", ..HERE },
            ReturnUrl { scheme: "javascript:", ..HERE },
            ReturnUrl { has_userinfo: true, ..HERE },
            ReturnUrl { path: "//evil.example", ..HERE },
            ReturnUrl { known: false, ..HERE },
        ] {
            assert!(!is_allowed_return_url(&refused), "{refused:?}");
        }
    }
}
