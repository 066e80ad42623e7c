//! The judge of return URLs: what is let through never leads to a host that is not allowed.

#![no_main]

use fuzz::address::{ALLOWED_ORIGINS, DEPLOYMENTS, authority, has_userinfo, host, origin, resolve, scheme};
use libfuzzer_sys::fuzz_target;
use platform_session::core::return_url::{ReturnUrl, is_allowed_return_url};
use url::{Host, Url};

fuzz_target!(|raw: &str| {
    for deployment in DEPLOYMENTS {
        let Some(url) = resolve(raw, deployment) else { continue };
        let origin = origin(&url);
        let known = origin == deployment || ALLOWED_ORIGINS.contains(&origin.as_str());
        let has_userinfo = has_userinfo(&url);
        let parts = ReturnUrl { raw, scheme: &scheme(&url), known, has_userinfo, path: url.path() };
        let allowed = is_allowed_return_url(&parts);

        let plain = !raw.chars().any(|character| character <= '\u{1f}' || character == '\\');
        let web = matches!(url.scheme(), "http" | "https");
        let hostless = url.path().starts_with("//");
        assert_eq!(allowed, plain && known && web && !has_userinfo && !hostless, "{raw:?} is {url}");
        if allowed {
            assert_leads_to_an_allowed_host(raw, &url, deployment);
        }
    }
});

/// For the browser that follows it, for a server that reads it by RFC 3986, and for one that hands on the
/// resulting path alone.
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
    let path = resolve(url.path(), deployment);
    assert_eq!(path.map(|path| origin(&path)).as_deref(), Some(deployment), "{url}");
}
