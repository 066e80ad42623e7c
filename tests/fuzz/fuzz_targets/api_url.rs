//! The judge of addresses that credentials may go to: the four prefixes of the deployment, and nothing else.

#![no_main]

use fuzz::address::{DEPLOYMENTS, decoded_segments, has_userinfo, origin, resolve};
use libfuzzer_sys::fuzz_target;
use platform_session::core::api_url::{ApiUrl, is_api_url};

fuzz_target!(|raw: &str| {
    for deployment in DEPLOYMENTS {
        if let Some(url) = resolve(raw, deployment) {
            let has_userinfo = has_userinfo(&url);
            let parts = ApiUrl { origin: &origin(&url), has_userinfo, path: url.path() };
            let expected = origin(&url) == deployment && !has_userinfo && is_under_a_prefix(url.path());
            assert_eq!(is_api_url(&parts, deployment), expected, "{url}");
        }
        // The judge does not rely on a parser that has resolved the dots.
        let parts = ApiUrl { origin: deployment, has_userinfo: false, path: raw };
        assert_eq!(is_api_url(&parts, deployment), is_under_a_prefix(raw), "{raw:?}");
        // Whatever the path: elsewhere, or with userinfo, nothing is let through.
        for origin in DEPLOYMENTS {
            let has_userinfo = origin == deployment;
            assert!(!is_api_url(&ApiUrl { origin, has_userinfo, path: raw }, deployment));
        }
    }
});

/// `identity-api.md` 1, for a gateway that looks at the path as it is, and for one that undoes escapes first.
fn is_under_a_prefix(path: &str) -> bool {
    let prefixed = ["/api/", "/agent-hub-api/", "/networks-api/", "/data-api/"]
        .iter()
        .any(|prefix| path.starts_with(prefix));
    prefixed && !decoded_segments(path).iter().any(|segment| segment == b"..")
}
