//! The deployments and origins for the URL rules, and how other programs read a URL.

use percent_encoding::percent_decode;
use url::{Host, Url};

/// The deployments: over https and http, with and without a port.
pub const DEPLOYMENTS: [&str; 3] =
    ["https://portal.example", "https://portal.example:8443", "http://localhost:8787"];

/// The origins that a deployment allows besides its own.
pub const ALLOWED_ORIGINS: [&str; 2] = ["https://reports.example", "http://127.0.0.1:5173"];

/// Resolves a URL as the package's entry does (`new URL(raw, origin)`).
pub fn resolve(raw: &str, deployment: &str) -> Option<Url> {
    Url::parse(deployment).ok()?.join(raw).ok()
}

pub fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

pub fn has_userinfo(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some_and(|password| !password.is_empty())
}

/// The authority of a URL by RFC 3986 (section 3), as servers may read it, and not as browsers do; `None` if it is missing or empty.
pub fn authority(raw: &str) -> Option<&str> {
    let raw = raw.trim_matches(|character: char| character <= ' ');
    let hierarchy = match raw.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => rest,
        _ => raw,
    };
    hierarchy.strip_prefix("//")?.split(['/', '?', '#']).next().filter(|authority| !authority.is_empty())
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|character| character.is_ascii_alphanumeric() || "+-.".contains(character))
}

/// The host that an authority names, without userinfo and port.
pub fn host(authority: &str) -> Option<Host> {
    let after_userinfo = authority.rsplit('@').next()?;
    let end = after_userinfo.rfind(':').filter(|colon| !after_userinfo[*colon..].contains(']'));
    Host::parse(&after_userinfo[..end.unwrap_or(after_userinfo.len())]).ok()
}

/// The segments of a path after servers have decoded all escapes, also nested ones, have read backslashes as slashes, and have
/// separated the parameters of segments.
pub fn decoded_segments(path: &str) -> Vec<Vec<u8>> {
    let mut path = path.as_bytes().to_vec();
    loop {
        let decoded: Vec<u8> = percent_decode(&path).collect();
        if decoded == path {
            break;
        }
        path = decoded;
    }
    path.split(|byte| matches!(byte, b'/' | b'\\' | b';' | b'?' | b'#')).map(<[u8]>::to_vec).collect()
}
