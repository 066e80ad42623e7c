//! Where the browser may be sent after single sign-on (`identity-api.md` 4.6).

use url::Url;

use crate::origin::Origin;

/// The address that `raw`, as a client gave it, leads to, if the browser may be sent there: a path on the
/// deployment, or an address on an origin of `allowed`. `None` means it is ignored.
///
/// The rules look at the raw text as well as at what the WHATWG URL parser makes of it, because the parser forgives
/// what other parsers, and people, read differently. `raw` is either empty, or begins with the `/` of a path, a `?` or a
/// `#`; or it begins with `http://` or `https://` and then the very host that the parser found (no userinfo, no other
/// spelling of the host), with its port, which may be left out or written where it is the scheme's own. It contains no
/// C0 control and no `\`. Neither the path as written nor the path found begins with what is, or becomes when an
/// escape is undone, a host's `//`.
///
/// ```
/// let portal = "https://portal.example".parse()?;
/// let judge = |raw| address::return_url::judge(raw, &portal, &[]).map(String::from);
/// assert_eq!(judge("/reports?page=2"), Some("https://portal.example/reports?page=2".to_owned()));
/// assert_eq!(judge("//evil.example"), None);
/// # Ok::<(), address::InvalidOrigin>(())
/// ```
pub fn judge(raw: &str, deployment: &Origin, allowed: &[Origin]) -> Option<Url> {
    if raw.contains(|character: char| character < ' ' || character == '\\') {
        return None;
    }
    let url = deployment.root().join(raw).ok()?;
    let origin = Origin::of(&url)?;
    let known = origin == *deployment || allowed.contains(&origin);
    let reference = without_authority(raw, &url)?;
    (known && !may_name_a_host(reference) && !may_name_a_host(url.path())).then_some(url)
}

/// What `raw` says beyond scheme, host and port; `None` where it names these in any way but the plain one.
fn without_authority<'a>(raw: &'a str, url: &Url) -> Option<&'a str> {
    if raw.is_empty() || raw.starts_with(['/', '?', '#']) {
        return Some(raw);
    }
    let (scheme, rest) = raw.split_once("://")?;
    let (authority, reference) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = url.host_str()?;
    let with_port = format!("{host}:{}", url.port_or_known_default()?);
    let plain = authority.eq_ignore_ascii_case(&with_port)
        || (url.port().is_none() && authority.eq_ignore_ascii_case(host));
    (plain && scheme.eq_ignore_ascii_case(url.scheme())).then_some(reference)
}

/// Whether a parser that meets this reference or path alone, or undoes its escapes first, could take what
/// follows for a host.
fn may_name_a_host(reference: &str) -> bool {
    let start: String = reference.chars().take(4).collect::<String>().to_ascii_lowercase();
    ["//", "/%2f", "/%5c", "/%0", "/%1"].iter().any(|opening| start.starts_with(opening))
}
