//! `is_allowed_return_url`: an allowed return URL never leads to a host that is not allowed.

#![no_main]

use fuzz::address::{ALLOWED_ORIGINS, DEPLOYMENTS, authority, host, origin, resolve};
use libfuzzer_sys::fuzz_target;
use percent_encoding::percent_decode_str;
use platform_session::core::return_url::{ReturnUrl, is_allowed_return_url};
use url::{Host, Url};

fuzz_target!(|raw: &str| {
    for deployment in DEPLOYMENTS {
        let Some(url) = resolve(raw, deployment) else { continue };
        let origin = origin(&url);
        let is_allowed_origin = origin == deployment || ALLOWED_ORIGINS.contains(&origin.as_str());
        let parts = ReturnUrl { raw, origin: &origin, allowed: is_allowed_origin, path: url.path() };
        let allowed = is_allowed_return_url(&parts);

        let plain = !raw.chars().any(|character| character <= '\u{1f}' || character == '\\');
        let local = reference(raw, &url).is_some_and(is_local) && is_local(url.path());
        assert_eq!(allowed, is_allowed_origin && plain && local, "{raw:?} is {url}");
        if allowed {
            assert_leads_to_an_allowed_host(raw, &url, deployment);
        }
    }
});

/// Returns `raw` without scheme and authority, or `None` if these are not those of `url`. Scheme and host may have any case, and a default
/// port may be left out.
fn reference<'a>(raw: &'a str, url: &Url) -> Option<&'a str> {
    if matches!(raw.chars().next(), None | Some('/' | '?' | '#')) {
        return Some(raw);
    }
    let (origin, port) = (origin(url), url.port_or_known_default()?);
    [format!("{origin}:{port}"), origin].iter().find_map(|written| {
        let (start, rest) = raw.split_at_checked(written.len())?;
        let ends = matches!(rest.chars().next(), None | Some('/' | '?' | '#'));
        (ends && start.to_ascii_lowercase() == *written).then_some(rest)
    })
}

/// Whether a reference stays on its host, also for a reader that decodes its first escape.
fn is_local(reference: &str) -> bool {
    let Some(after) = reference.strip_prefix('/') else { return true };
    let start: String = after.chars().take(3).flat_map(char::to_lowercase).collect();
    !(start.starts_with('/') || ["%2f", "%5c", "%0", "%1"].iter().any(|escape| start.starts_with(escape)))
}

/// Checks that a URL leads to an allowed host: for browsers, for servers that read it by RFC 3986, for servers that decode escapes once too
/// often, and for servers that forward only the path.
fn assert_leads_to_an_allowed_host(raw: &str, url: &Url, deployment: &str) {
    let mut known = ALLOWED_ORIGINS.to_vec();
    known.push(deployment);
    let hosts: Vec<_> = known
        .iter()
        .filter_map(|origin| Url::parse(origin).ok()?.host().map(|host| host.to_owned()))
        .collect();
    let is_allowed = |host: Option<Host>| host.is_some_and(|host| hosts.contains(&host));

    assert!(is_allowed(url.host().map(|host| host.to_owned())), "{url}");
    assert!(url.username().is_empty() && url.password().is_none(), "{url}");
    if let Some(authority) = authority(raw) {
        assert!(is_allowed(host(authority)), "{raw:?} names {authority:?}");
    }
    let unescaped = percent_decode_str(raw).decode_utf8_lossy();
    let url_of_unescaped = resolve(&unescaped, deployment);
    assert!(
        is_allowed(url_of_unescaped.and_then(|url| url.host().map(|host| host.to_owned()))),
        "{unescaped:?}"
    );
    let path = resolve(url.path(), deployment);
    assert_eq!(path.map(|path| origin(&path)).as_deref(), Some(deployment), "{url}");
}
