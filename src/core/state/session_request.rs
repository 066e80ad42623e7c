//! The request under way that reads or changes the session. There is at most one.

use crate::core::ids::{CallId, RequestId};
use crate::core::tab_message::SignOutId;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum SessionRequest {
    #[default]
    Idle,
    Reading(Reading),
    SigningIn(SigningIn),
    SigningOut(SigningOut),
}

/// A session read under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    pub id: RequestId,
    pub began_ms: u64,
    /// Whether a message of another tab caused the read: then the other tabs are not told of a change that it finds.
    pub after_message: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SigningIn {
    pub id: RequestId,
    pub call: CallId,
    pub began_ms: u64,
    /// When the 24 hours of the new session will be over, by the wall clock.
    pub ends_at_ms: u64,
}

/// A sign-out under way. It has no calls if it was sent again by itself, or a sign-in has ended its calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SigningOut {
    pub id: RequestId,
    pub sign_out: SignOutId,
    pub calls: Vec<CallId>,
}

/// A sign-in that waits for the sign-outs before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaitingSignIn {
    pub call: CallId,
    /// The moment until which it waits at most.
    pub until_ms: u64,
}

impl SessionRequest {
    pub fn is_idle(&self) -> bool {
        *self == Self::Idle
    }

    pub fn reading(&self) -> Option<Reading> {
        if let Self::Reading(reading) = self { Some(*reading) } else { None }
    }

    pub fn signing_out(&mut self) -> Option<&mut SigningOut> {
        if let Self::SigningOut(signing_out) = self { Some(signing_out) } else { None }
    }

    /// Takes out and returns the request with this number; `Idle`, if no such request is under way.
    pub fn take(&mut self, id: RequestId) -> Self {
        let under_way = match self {
            Self::Idle => None,
            Self::Reading(reading) => Some(reading.id),
            Self::SigningIn(signing_in) => Some(signing_in.id),
            Self::SigningOut(signing_out) => Some(signing_out.id),
        };
        if under_way == Some(id) { core::mem::take(self) } else { Self::Idle }
    }
}
