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
    /// Another tab's word caused it: a change that it finds is not told to the other tabs.
    pub heard: bool,
    /// It went without a bearer after a sign-in: its answer says whether the browser kept the cookie.
    pub confirms: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SigningIn {
    pub id: RequestId,
    pub call: CallId,
    pub began: Since,
    /// A read was given up for it: one is owed, however the sign-in ends.
    pub read_owed: bool,
    /// The page has left for the back/forward cache since: its caller is told no more, and a read tells who is there.
    pub left: bool,
}

/// Without calls: a sign-out that failed, and is told again by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SigningOut {
    pub id: RequestId,
    pub calls: Vec<CallId>,
    /// A sign-in or a read was given up for it: the session is read afterwards.
    pub read_owed: bool,
    /// It was called again when somebody else might have come since it was sent: it is sent once more.
    pub again: bool,
    /// It was sent to outlive the page: to give it up would not spare whoever has signed in since.
    pub outlives: bool,
}

/// A sign-in that waits for a sign-out of this page, or of another tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaitingSignIn {
    pub call: CallId,
    /// Of the monotonic clock: it waits no longer for a sign-out of this page.
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
