//! What the page gets: what is shown, and what happened.

use super::view::{Reason, View};
use crate::api::{Failure, named};

/// A new view with what changed against the one before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Publication {
    pub view: View,
    /// Whether the role catalogue was read, or refused, or is known no more.
    pub roles_changed: bool,
    /// The events, in the order in which they are dispatched, after the view is in place.
    pub session_events: Vec<SessionEvent>,
}

/// An event that is fired on the session (`pkg/index.d.ts`, `SessionEvents`). `permissions-changed` is not among these:
/// `pkg/entry/publisher.ts` makes it from the features.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SessionEvent {
    SignedIn,
    SignedOut(Reason),
    CookieRefused(Failure),
    RevalidationFailed(Failure),
    /// The session will end by itself soon.
    Expiring,
}

named! {
    /// What a `SessionEvent` is called.
    pub enum SessionEventType {
        SignedIn = "signed-in",
        SignedOut = "signed-out",
        CookieRefused = "cookie-refused",
        RevalidationFailed = "revalidation-failed",
        Expiring = "expiring",
    }
}

impl SessionEvent {
    pub fn event_type(&self) -> SessionEventType {
        match self {
            Self::SignedIn => SessionEventType::SignedIn,
            Self::SignedOut(_) => SessionEventType::SignedOut,
            Self::CookieRefused(_) => SessionEventType::CookieRefused,
            Self::RevalidationFailed(_) => SessionEventType::RevalidationFailed,
            Self::Expiring => SessionEventType::Expiring,
        }
    }
}
