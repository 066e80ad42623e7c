//! The two judges of return URLs, that of the module and that of the deployment, with the inputs that each gets in use.

use address::{Origin, return_url};
use platform_session::core::return_url::{ReturnUrl, is_allowed_return_url};
use url::Url;

/// Whether the module allows the return URL. Its parts come from the `url` crate, as in a browser from `URL` (`pkg/entry/single-sign-on.ts`).
pub fn module_allows(raw: &str, deployment: &Url, origins: &[&str]) -> bool {
    deployment.join(raw).is_ok_and(|target| {
        let origin = target.origin().ascii_serialization();
        let allowed = origins.contains(&origin.as_str());
        is_allowed_return_url(&ReturnUrl { raw, origin: &origin, allowed, path: target.path() })
    })
}

/// Returns the address to which the deployment would send the browser; `None` where it ignores the return URL.
pub fn deployment_sends(raw: &str, deployment: &Origin, allowed: &[Origin]) -> Option<Url> {
    return_url::judge(raw, deployment, allowed)
}
