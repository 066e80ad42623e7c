//! What the page gets: the values that are shown, and the events that are dispatched.

use super::view::{Reason, View};
use crate::api::{Failure, named};

/// A new view, and how it differs from the view before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Publication {
    pub view: View,
    /// Whether the role catalogue was read, refused or forgotten.
    pub roles_changed: bool,
    /// The events, in the order in which they are dispatched, after the view is in place.
    pub session_events: Vec<SessionEvent>,
}

/// An event that is dispatched on the session (`pkg/index.d.ts`, `SessionEvents`). `pkg/entry/publisher.ts` makes `permissions-changed` and
/// `identity-ended` by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SessionEvent {
    SignedIn,
    SignedOut(Reason),
    CookieRefused(Failure),
    RevalidationFailed(Failure),
    /// The session will soon end by time.
    Expiring,
}

named! {
    /// The name of a `SessionEvent`.
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
