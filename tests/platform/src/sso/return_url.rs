//! Where the browser may be sent after single sign-on (`identity-api.md` 4.6).

use url::Url;

use crate::origin::Origin;

/// The address that `raw`, as a client gave it, leads to, if the browser may be sent there: a path on the
/// deployment, or an address whose origin is one of `allowed`. `None` means it is ignored.
///
/// The rules look at the raw text as well as at what the WHATWG URL parser makes of it, because the parser
/// forgives what browsers and people read differently: it drops tabs and line feeds and turns `\` into `/`.
///
/// ```
/// let portal = "https://portal.example".parse()?;
/// let judge = |raw| platform::sso::return_url::judge(raw, &portal, &[]).map(String::from);
/// assert_eq!(judge("/reports?page=2"), Some("https://portal.example/reports?page=2".to_owned()));
/// assert_eq!(judge("//evil.example"), None);
/// # Ok::<(), platform::InvalidOrigin>(())
/// ```
pub fn judge(raw: &str, deployment: &Origin, allowed: &[Origin]) -> Option<Url> {
    if raw.contains(|character: char| character < ' ' || character == '\\') {
        return None;
    }
    let url = deployment.root().join(raw).ok()?;
    let origin = Origin::of(&url)?;
    let known = origin == *deployment || allowed.contains(&origin);
    let anonymous = url.username().is_empty() && url.password().is_none();
    (known && anonymous && !url.path().starts_with("//")).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(raw: &str) -> Option<String> {
        let deployment = "https://portal.example".parse().unwrap();
        let allowed = ["https://app.example:8443".parse().unwrap(), "http://127.0.0.1:5173".parse().unwrap()];
        judge(raw, &deployment, &allowed).map(String::from)
    }

    #[test]
    fn paths_of_the_deployment_and_allowed_origins_pass() {
        for (raw, address) in [
            ("/", "https://portal.example/"),
            ("/reports?page=2#top", "https://portal.example/reports?page=2#top"),
            ("/über", "https://portal.example/%C3%BCber"),
            ("/a/../b", "https://portal.example/b"),
            ("/?next=https://evil.example", "https://portal.example/?next=https://evil.example"),
            ("https://portal.example:443/x", "https://portal.example/x"),
            ("HTTPS://APP.example:8443/x", "https://app.example:8443/x"),
            ("http://127.0.0.1:5173", "http://127.0.0.1:5173/"),
        ] {
            assert_eq!(verdict(raw).as_deref(), Some(address), "{raw:?}");
        }
    }

    #[test]
    fn anything_else_is_ignored() {
        for raw in [
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/ok\r\nSet-Cookie: x=1",
            "\u{0}/ok",
            "/.//evil.example",
            "/..//evil.example",
            "https://evil.example/",
            "https://portal.example.evil.example/",
            "https://portal.example@evil.example/",
            "https://user@portal.example/",
            "https://:secret@portal.example/",
            "http://portal.example/",
            "https://portal.example:8443/",
            "https://app.example/",
            "https://127.0.0.1:5173/",
            "javascript:alert(1)",
            "data:text/html,x",
            "blob:https://portal.example/x",
            "file:///etc/passwd",
            "https://",
            "http://[::1",
        ] {
            assert_eq!(verdict(raw), None, "{raw:?}");
        }
    }
}
