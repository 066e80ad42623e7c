//! Readers: parsers, and ways to use them, that a deployment may have in place of the WHATWG's parser. Each gets an allowed
//! return URL, and returns the origin that it reads there.

use http::uri::Uri;
use iri_string::types::{IriAbsoluteStr, IriReferenceStr};
use percent_encoding::percent_decode_str;
use url::{ParseError, Url};

/// What a reader takes a text for.
#[derive(Debug, PartialEq, Eq)]
pub enum Reading {
    /// The reader takes the text for no address, so it is ignored.
    Nothing,
    /// The reader takes the text for an address on the deployment itself.
    Local,
    /// The reader takes the text for an address at this origin, as `URL.origin` writes it.
    Origin(String),
}

type Reader = fn(&str, &Url) -> Reading;

const READERS: [(&str, Reader); 8] = [
    ("a browser", browser),
    ("a browser, after the escapes were decoded", browser_of_unescaped),
    ("a browser that gets only the path of the result", browser_of_path),
    ("a browser that gets only the path, after its escapes were decoded", browser_of_unescaped_path),
    ("the WHATWG's parser without a base", whatwg_without_base),
    ("a reader that puts the deployment's origin before a text without a scheme", concatenation),
    ("RFC 3986", rfc_3986),
    ("the http crate", http_crate),
];

/// Returns a message for each reader that takes the text for an address at none of `origins`.
pub fn misreadings(raw: &str, deployment: &Url, origins: &[&str]) -> Vec<String> {
    let is_allowed = |reading: &Reading| match reading {
        Reading::Nothing | Reading::Local => true,
        Reading::Origin(origin) => origins.contains(&origin.as_str()),
    };
    READERS
        .iter()
        .map(|(name, read)| (name, read(raw, deployment)))
        .filter(|(_, reading)| !is_allowed(reading))
        .map(|(name, reading)| format!("{raw:?} on {deployment}: {name} reads {reading:?}"))
        .collect()
}

/// Reads the origin of an address, with a mark where there is userinfo, so that no allowed origin equals it.
fn origin_of(url: &Url) -> Reading {
    let userinfo = if url.username().is_empty() && url.password().is_none() { "" } else { " with userinfo" };
    Reading::Origin(url.origin().ascii_serialization() + userinfo)
}

fn browser(raw: &str, deployment: &Url) -> Reading {
    deployment.join(raw).map_or(Reading::Nothing, |url| origin_of(&url))
}

fn browser_of_unescaped(raw: &str, deployment: &Url) -> Reading {
    browser(&unescaped(raw), deployment)
}

fn browser_of_path(raw: &str, deployment: &Url) -> Reading {
    deployment.join(raw).map_or(Reading::Nothing, |url| browser(url.path(), deployment))
}

fn browser_of_unescaped_path(raw: &str, deployment: &Url) -> Reading {
    deployment.join(raw).map_or(Reading::Nothing, |url| browser(&unescaped(url.path()), deployment))
}

fn whatwg_without_base(raw: &str, _: &Url) -> Reading {
    match Url::parse(raw) {
        Ok(url) => origin_of(&url),
        Err(ParseError::RelativeUrlWithoutBase) => Reading::Local,
        Err(_) => Reading::Nothing,
    }
}

fn concatenation(raw: &str, deployment: &Url) -> Reading {
    let lower = raw.to_ascii_lowercase();
    if lower.starts_with("http://") || lower.starts_with("https://") {
        return whatwg_without_base(raw, deployment);
    }
    let origin = deployment.origin().ascii_serialization();
    Url::parse(&format!("{origin}{raw}")).map_or(Reading::Nothing, |url| origin_of(&url))
}

/// Reads the text without a base, as a server has no page to resolve it against; a relative reference is resolved against the deployment.
fn rfc_3986(raw: &str, deployment: &Url) -> Reading {
    let Ok(reference) = IriReferenceStr::new(raw) else { return Reading::Nothing };
    if let Some(authority) = reference.authority_components() {
        let scheme = reference.scheme_str().unwrap_or(deployment.scheme());
        let userinfo = authority.userinfo().map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
        return origin_of_parts(scheme, &format!("{userinfo}{}", authority.host()), authority.port());
    }
    if reference.scheme_str().is_some() {
        return Reading::Origin(format!("{raw:?}, which is no address of the web"));
    }
    let resolved =
        IriAbsoluteStr::new(deployment.as_str()).ok().map(|base| reference.resolve_against(base).to_string());
    resolved.and_then(|text| Url::parse(&text).ok()).map_or(Reading::Nothing, |url| origin_of(&url))
}

fn http_crate(raw: &str, _: &Url) -> Reading {
    let Ok(uri) = raw.parse::<Uri>() else { return Reading::Nothing };
    match (uri.scheme_str(), uri.authority()) {
        (Some(scheme), Some(authority)) => {
            let port = authority.port_u16().map(|port| port.to_string());
            let userinfo = authority
                .as_str()
                .rsplit_once('@')
                .map_or(String::new(), |(userinfo, _)| format!("{userinfo}@"));
            origin_of_parts(scheme, &format!("{userinfo}{}", authority.host()), port.as_deref())
        }
        (_, Some(authority)) => Reading::Origin(format!("{authority} without a scheme")),
        (_, None) => Reading::Local,
    }
}

/// Reads the origin of these parts in lower case and without the default port. Nothing else is normalized: another spelling
/// of a host is another host.
fn origin_of_parts(scheme: &str, host: &str, port: Option<&str>) -> Reading {
    let scheme = scheme.to_ascii_lowercase();
    let default = if scheme == "https" { "443" } else { "80" };
    let port = port.filter(|port| *port != default).map(|port| format!(":{port}")).unwrap_or_default();
    Reading::Origin(format!("{scheme}://{}{port}", host.to_ascii_lowercase()))
}

fn unescaped(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
