//! The view: the part of a session's state that the page is shown.

use crate::api::{Code, Failure, Handle, User, named};

named! {
    #[derive(Default)]
    pub enum Status {
        #[default]
        Unknown = "unknown",
        Authenticated = "authenticated",
        Unauthenticated = "unauthenticated",
    }
}

named! {
    /// Why a session is unauthenticated (`pkg/index.d.ts`, `SignedOutReason`).
    pub enum Reason {
        NoSession = "no-session",
        SignedOut = "signed-out",
        Expired = "expired",
        Deactivated = "deactivated",
        Ended = "ended",
    }
}

/// The values that one publication shows. There are a user and features only while the status is `Authenticated`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct View {
    /// The number of the current identity (`state/identity.rs`).
    pub identity: u32,
    pub status: Status,
    pub reason: Option<Reason>,
    pub stale: bool,
    pub error: Option<Failure>,
    pub user: Option<User>,
    pub company: Option<Handle>,
    pub features: Option<Handle>,
    pub roles: Option<Handle>,
    /// Why the deployment does not show the catalogue to this user.
    pub roles_refusal: Option<Code>,
    /// Whether a sign-out was called on this page that the deployment has not confirmed.
    pub sign_out_pending: bool,
    /// Whether the page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    /// When the session ends by time, by the wall clock; known only after a sign-in on this page.
    pub expires_at_ms: Option<u64>,
}
