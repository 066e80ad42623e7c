//! The two judges, each asked as its side asks it.

use address::{Origin, return_url};
use platform_session::core::return_url::{ReturnUrl, is_allowed_return_url};
use url::Url;

/// What the module says, with the parts that `pkg/entry/single-sign-on.ts` gives it, here of the `url` crate's making.
pub fn module_allows(raw: &str, deployment: &Url, origins: &[&str]) -> bool {
    deployment.join(raw).is_ok_and(|target| {
        let origin = target.origin().ascii_serialization();
        let allowed = origins.contains(&origin.as_str());
        is_allowed_return_url(&ReturnUrl { raw, origin: &origin, allowed, path: target.path() })
    })
}

/// Where the deployment would send the browser.
pub fn deployment_sends(raw: &str, deployment: &Origin, allowed: &[Origin]) -> Option<Url> {
    return_url::judge(raw, deployment, allowed)
}
