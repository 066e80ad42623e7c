//! What the page's listeners get (`pkg/index.d.ts`, `SessionEvents`). A new one goes here, then see CONTRIBUTING.md, "Places
//! that must agree".

use super::view::Reason;
use crate::api::Failure;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SessionEvent {
    SignedIn,
    SignedOut(Reason),
    CookieRefused(Failure),
    RevalidationFailed(Failure),
    /// The session will end by itself soon.
    Expiring,
}
