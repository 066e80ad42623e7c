//! `is_api_url`: credentials may go only to the four prefixes of the deployment.

#![no_main]

use fuzz::address::{DEPLOYMENTS, decoded_segments, has_userinfo, origin, resolve};
use libfuzzer_sys::fuzz_target;
use platform_session::core::api_url::is_api_url;

fuzz_target!(|raw: &str| {
    for deployment in DEPLOYMENTS {
        if let Some(url) = resolve(raw, deployment) {
            let expected = origin(&url) == deployment && !has_userinfo(&url) && is_under_a_prefix(url.path());
            assert_eq!(is_api_url(url.as_str(), deployment), expected, "{url}");
        }
        // The rule must hold also for a URL with dots that no parser has resolved.
        let path = raw.split(['?', '#']).next().unwrap_or_default();
        assert_eq!(is_api_url(&format!("{deployment}{raw}"), deployment), is_under_a_prefix(path), "{raw:?}");
        // With another origin, or with userinfo, no path is allowed.
        for origin in DEPLOYMENTS {
            let elsewhere =
                if origin == deployment { origin.replacen("://", "://user@", 1) } else { origin.to_owned() };
            assert!(!is_api_url(&format!("{elsewhere}/{raw}"), deployment), "{raw:?}");
        }
    }
});

/// Whether a path is under a prefix of `identity-api.md` 1, for gateways that decode escapes first and for those that do not.
fn is_under_a_prefix(path: &str) -> bool {
    let prefixed = ["/api/", "/agent-hub-api/", "/networks-api/", "/data-api/"]
        .iter()
        .any(|prefix| path.starts_with(prefix));
    prefixed && !decoded_segments(path).iter().any(|segment| segment == b"..")
}
