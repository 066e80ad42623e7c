//! The one request at a time that reads or changes the session.

use crate::core::clock::Since;
use crate::core::ids::{CallId, RequestId};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Traffic {
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
    pub began: Since,
    /// No call asked for it.
    pub automatic: bool,
    /// A message of another tab caused it: the other tabs are not told of a change that it finds.
    pub heard: bool,
    /// It went without a bearer after a sign-in: its answer says whether the browser accepted the cookie.
    pub confirms: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SigningIn {
    pub id: RequestId,
    pub call: CallId,
    pub began: Since,
    /// A read was given up for it: one is owed, however the sign-in ends.
    pub read_owed: bool,
    /// The page has gone into the back/forward cache since. Its success shows nobody: the call is `superseded`, and a read
    /// says who is signed in.
    pub left: bool,
}

/// Without calls, nobody waits for it: it was sent again by itself, or a sign-in has ended its calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SigningOut {
    pub id: RequestId,
    pub calls: Vec<CallId>,
    /// A sign-in or a read was given up for it: the session is read afterwards.
    pub read_owed: bool,
    /// It was called again, and somebody else may have signed in since it was sent: see `rules/sign_out.rs`,
    /// `is_due_again`.
    pub again: bool,
    /// It was sent with `keepalive`. To abort it saves nobody who has signed in since: see `State::sign_out_outlives`.
    pub outlives: bool,
}

/// A sign-in that waits for a sign-out of this page, or of another tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaitingSignIn {
    pub call: CallId,
    /// Until when it waits for a sign-out of this page, by the monotonic clock.
    pub at_ms: u64,
}

impl Traffic {
    pub fn is_idle(&self) -> bool {
        *self == Self::Idle
    }

    pub fn reading(&self) -> Option<Reading> {
        if let Self::Reading(reading) = self { Some(*reading) } else { None }
    }

    pub fn signing_out(&mut self) -> Option<&mut SigningOut> {
        if let Self::SigningOut(signing_out) = self { Some(signing_out) } else { None }
    }

    /// Takes what is under way, if it is the request of that number.
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
