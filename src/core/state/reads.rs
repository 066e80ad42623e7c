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
    /// The newest request when another tab spoke, or a sign-in of this page ended without an answer. Only an answer to a
    /// later one is certain.
    pub in_question_after: Option<RequestId>,
    /// The same, or when it was first known who is there; and it stays: what was sent up to then may have been judged for
    /// another.
    pub questioned_after: Option<RequestId>,
    /// The newest request when another tab spoke; and it stays.
    pub spoken_after: Option<RequestId>,
    /// The newest request when somebody else might have come: a user's requests wait for an answer to a later one.
    pub newcomer_after: Option<RequestId>,
    /// The same, and no such answer has shown them: a sign-out is about anyone.
    pub newcomer_unseen: bool,
    /// Another tab has spoken since the newest read began: a change that the next one finds is no news to the others.
    pub heard: bool,
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
        self.newest_believed = self.newest_believed.max(Some(id));
        self.in_question_after = self.in_question_after.filter(|after| *after >= id);
        self.newcomer_after = self.newcomer_after.filter(|after| *after >= id);
    }

    /// Whether the answer to this request may be about somebody else than the one who is shown, or older than a sign-out.
    pub fn is_in_question(&self, id: RequestId) -> bool {
        self.in_question_after >= Some(id)
    }

    /// Whoever is there is shown, or nobody is.
    pub fn see_newcomer(&mut self) {
        self.newcomer_unseen &= self.newcomer_after.is_some();
    }

    /// Whoever is there is in question, until a read that begins from here on says so.
    pub fn question(&mut self, last_request: RequestId) {
        self.in_question_after = Some(last_request);
        self.questioned_after = Some(last_request);
        self.spoken_after = Some(last_request);
    }

    pub fn owe(&mut self, owed: Owed) {
        self.owed = self.owed.max(owed);
    }
}
