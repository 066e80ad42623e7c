//! What is shown.

use crate::api::{Code, Failure, Features, Handle, User};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    Unknown,
    Authenticated,
    Unauthenticated,
}

impl Status {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Authenticated => "authenticated",
            Self::Unauthenticated => "unauthenticated",
        }
    }
}

/// Why a session is unauthenticated (`pkg/index.d.ts`, `SignedOutReason`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    NoSession,
    SignedOut,
    Expired,
    Deactivated,
    Ended,
}

impl Reason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoSession => "no-session",
            Self::SignedOut => "signed-out",
            Self::Expired => "expired",
            Self::Deactivated => "deactivated",
            Self::Ended => "ended",
        }
    }
}

/// One snapshot of one identity epoch. User and features are there only while authenticated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Which identity of this session it is (`state/identity.rs`).
    pub identity: u32,
    pub status: Status,
    pub reason: Option<Reason>,
    pub stale: bool,
    pub error: Option<Failure>,
    pub user: Option<Arc<User>>,
    pub company: Option<Handle>,
    pub features: Features,
    pub roles: Option<Handle>,
    /// Why the deployment does not show the catalogue to this user.
    pub roles_refusal: Option<Code>,
    /// A sign-out was called here, and the deployment has not confirmed it.
    pub sign_out_pending: bool,
    /// The page's `reauthenticate` is under way.
    pub reauthenticating: bool,
    /// When this session ends by itself, by the wall clock; known after a sign-in seen here.
    pub expires_at_ms: Option<u64>,
}

impl View {
    pub fn unknown() -> Self {
        Self {
            identity: 0,
            status: Status::Unknown,
            reason: None,
            stale: false,
            error: None,
            user: None,
            company: None,
            features: Features::default(),
            roles: None,
            roles_refusal: None,
            sign_out_pending: false,
            reauthenticating: false,
            expires_at_ms: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_and_reason_is_one_that_the_declarations_name() {
        let declared = |name: &str, text: &str| {
            let line = include_str!("../../pkg/index.d.ts").lines().find(|line| line.starts_with(name));
            line.is_some_and(|line| line.contains(&format!("\"{text}\"")))
        };
        for status in [Status::Unknown, Status::Authenticated, Status::Unauthenticated] {
            assert!(declared("export type Status = ", status.as_str()), "{status:?}");
        }
        for reason in
            [Reason::NoSession, Reason::SignedOut, Reason::Expired, Reason::Deactivated, Reason::Ended]
        {
            assert!(declared("export type SignedOutReason = ", reason.as_str()), "{reason:?}");
        }
    }
}
