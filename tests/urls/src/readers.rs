//! A panel of readers: parsers, and ways of using them, that a deployment may have in place of the WHATWG's. Each is
//! shown a return URL that was let through, and says what origin it reads there.

use http::uri::Uri;
use iri_string::types::{IriAbsoluteStr, IriReferenceStr};
use percent_encoding::percent_decode_str;
use url::{ParseError, Url};

/// How a reader takes a text.
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

pub const PANEL: [(&str, Reader); 8] = [
    ("a browser", browser),
    ("a browser, escapes undone before", browser_of_unescaped),
    ("a browser that is handed the resulting path alone", browser_of_path),
    ("a browser that is handed the resulting path alone, escapes undone", browser_of_unescaped_path),
    ("the WHATWG's parser without a base", whatwg_without_base),
    ("one that sets the deployment's origin before what has no scheme", concatenation),
    ("RFC 3986", rfc_3986),
    ("the http crate", http_crate),
];

/// What each reader takes the text for, where that is neither local nor one of `origins`.
pub fn misled(raw: &str, deployment: &Url, origins: &[&str]) -> Vec<String> {
    let stays = |reading: &Reading| match reading {
        Reading::Nothing | Reading::Local => true,
        Reading::Origin(origin) => origins.contains(&origin.as_str()),
    };
    PANEL
        .iter()
        .map(|(name, read)| (name, read(raw, deployment)))
        .filter(|(_, reading)| !stays(reading))
        .map(|(name, reading)| format!("{raw:?} on {deployment}: {name} reads {reading:?}"))
        .collect()
}

/// The origin, with a mark that makes it unlike every other where there is userinfo.
fn at(url: &Url) -> Reading {
    let userinfo = if url.username().is_empty() && url.password().is_none() { "" } else { " with userinfo" };
    Reading::Origin(url.origin().ascii_serialization() + userinfo)
}

fn browser(raw: &str, deployment: &Url) -> Reading {
    deployment.join(raw).map_or(Reading::Nothing, |url| at(&url))
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
        Ok(url) => at(&url),
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
    Url::parse(&format!("{origin}{raw}")).map_or(Reading::Nothing, |url| at(&url))
}

/// Without a base first, since a server has an address to judge and not a page; then against one.
fn rfc_3986(raw: &str, deployment: &Url) -> Reading {
    let Ok(reference) = IriReferenceStr::new(raw) else { return Reading::Nothing };
    if let Some(authority) = reference.authority_components() {
        let scheme = reference.scheme_str().unwrap_or(deployment.scheme());
        let userinfo = authority.userinfo().map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
        return literally(scheme, &format!("{userinfo}{}", authority.host()), authority.port());
    }
    if reference.scheme_str().is_some() {
        return Reading::Origin(format!("{raw:?}, which is no address of the web"));
    }
    let resolved =
        IriAbsoluteStr::new(deployment.as_str()).ok().map(|base| reference.resolve_against(base).to_string());
    resolved.and_then(|text| Url::parse(&text).ok()).map_or(Reading::Nothing, |url| at(&url))
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
            literally(scheme, &format!("{userinfo}{}", authority.host()), port.as_deref())
        }
        (_, Some(authority)) => Reading::Origin(format!("{authority} without a scheme")),
        (_, None) => Reading::Local,
    }
}

/// The origin of these parts, in lower case and without the default port, but nothing else made plain: another
/// spelling of a host is another host.
fn literally(scheme: &str, host: &str, port: Option<&str>) -> Reading {
    let scheme = scheme.to_ascii_lowercase();
    let default = if scheme == "https" { "443" } else { "80" };
    let port = port.filter(|port| *port != default).map(|port| format!(":{port}")).unwrap_or_default();
    Reading::Origin(format!("{scheme}://{}{port}", host.to_ascii_lowercase()))
}

fn unescaped(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
