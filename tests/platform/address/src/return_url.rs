//! Where the browser may be sent after single sign-on (`identity-api.md` 4.6).

use url::Url;

use crate::origin::Origin;

/// Resolves the return URL `raw` of a client, if the browser may be sent there: to the deployment, or to an origin of
/// `allowed`. `None`: the return URL is ignored.
///
/// The rules check the text of `raw` as well as the URL that the WHATWG parser makes of it, because other parsers read some texts
/// differently. `raw` is empty; or begins with `/`, `?` or `#`; or begins with `http://` or `https://` and the host as the parser
/// writes it, without userinfo, and with the port, which may be left out or written if it is the default of the scheme. `raw` contains no
/// C0 control and no `\`. Neither the path in `raw` nor the parsed path begins with `//`, or with an escape that another
/// parser could decode to it.
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
    let is_known = origin == *deployment || allowed.contains(&origin);
    let reference = without_authority(raw, &url)?;
    (is_known && !may_name_a_host(reference) && !may_name_a_host(url.path())).then_some(url)
}

/// Returns `raw` without scheme, host and port, or `None` if these are not written as the parser writes them.
fn without_authority<'a>(raw: &'a str, url: &Url) -> Option<&'a str> {
    if raw.is_empty() || raw.starts_with(['/', '?', '#']) {
        return Some(raw);
    }
    let (scheme, rest) = raw.split_once("://")?;
    let (authority, reference) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = url.host_str()?;
    let with_port = format!("{host}:{}", url.port_or_known_default()?);
    let is_plain = authority.eq_ignore_ascii_case(&with_port)
        || (url.port().is_none() && authority.eq_ignore_ascii_case(host));
    (is_plain && scheme.eq_ignore_ascii_case(url.scheme())).then_some(reference)
}

/// Whether a parser that gets this reference or path alone, or decodes its escapes first, could read a host in it.
fn may_name_a_host(reference: &str) -> bool {
    let start: String = reference.chars().take(4).collect::<String>().to_ascii_lowercase();
    ["//", "/%2f", "/%5c", "/%0", "/%1"].iter().any(|opening| start.starts_with(opening))
}
