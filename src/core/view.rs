//! What a session shows: the part of its state that a page gets.

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

/// What one publication shows, of one identity. It has a user and features only while authenticated. At first nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct View {
    /// Which identity of this session it is (`state/identity.rs`).
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
    /// Whether a sign-out was called here that the deployment has not confirmed.
    pub sign_out_pending: bool,
    /// Whether the page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    /// When this session ends by itself, by the wall clock; known after a sign-in seen here.
    pub expires_at_ms: Option<u64>,
}
