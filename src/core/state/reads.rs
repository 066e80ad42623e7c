//! Reads that are to be made, and who waits for one.

use super::backoff::Backoff;
use crate::core::clock::Since;
use crate::core::ids::{CallId, RequestId};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reads {
    pub owed: Owed,
    /// When the newest read began.
    pub last_began: Option<Since>,
    pub backoff: Backoff,
    /// Calls that wait for a read.
    pub callers: Vec<CallId>,
    /// The newest request whose answer was believed. An answer to an older one says how things were before.
    pub newest_believed: Option<RequestId>,
    /// The newest request when another tab spoke. Only an answer to a later one is certain.
    pub in_question_after: Option<RequestId>,
    /// What it said is that somebody has signed in: requests wait for such an answer.
    pub newcomer: bool,
}

/// A read that is owed, the more urgent the later in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owed {
    #[default]
    Nothing,
    /// When the page is visible and online, and reads are far enough apart.
    Spaced,
    /// When the page is visible and online: another tab said that something happened.
    Told,
    /// As soon as no sign-in or sign-out is under way.
    Urgent,
}

impl Reads {
    /// The answer to this request says who is signed in.
    pub fn believe(&mut self, id: RequestId) {
        self.newest_believed = Some(id);
        self.in_question_after = self.in_question_after.filter(|after| *after >= id);
        self.newcomer &= self.in_question_after.is_some();
    }

    pub fn owe(&mut self, owed: Owed) {
        self.owed = self.owed.max(owed);
    }
}
