//! The events that the engine fires on the session (`pkg/index.d.ts`, `SessionEvents`). `permissions-changed` is not among
//! them: `pkg/entry/publisher.js` makes it from the features. A new one goes here, then see CONTRIBUTING.md, "Places that
//! must agree".

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
