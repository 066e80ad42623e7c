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
    /// The newest request when it became uncertain who is signed in, for example by a message of another tab. Only an answer
    /// to a later request is certain, and clears this.
    pub in_question_after: Option<RequestId>,
    /// Answers to requests up to this one may be about another user. Set like `in_question_after`, and also when somebody is
    /// shown after nobody was. Never cleared.
    pub anothers_until: Option<RequestId>,
    /// The same as `in_question_after`, but never cleared.
    pub last_in_question_after: Option<RequestId>,
    /// The newest request when somebody else may have signed in. Until a later read or sign-in says who is there,
    /// requests of the page are held, all but the one for the single sign-on configuration.
    pub newcomer_after: Option<RequestId>,
    /// Somebody else may have signed in, and no answer has shown who. A sign-out is then about anyone.
    pub newcomer_unseen: bool,
    /// Another tab has sent a message since the newest read began: the other tabs are not told of a change that the next
    /// read finds.
    pub heard: bool,
}

/// A read that is owed, the more urgent the later in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owed {
    #[default]
    Nothing,
    /// When the page is visible and online, and reads are far enough apart.
    Spaced,
    /// As soon as the page is visible and online, and `Backoff::waits_for_ms` has passed.
    Soon,
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

    /// A read has shown who is signed in, or that nobody is.
    pub fn see_newcomer(&mut self) {
        self.newcomer_unseen &= self.newcomer_after.is_some();
    }

    /// It is in question who is signed in, until a read that begins from here on answers.
    pub fn question(&mut self, last_request: RequestId) {
        self.in_question_after = Some(last_request);
        self.anothers_until = Some(last_request);
        self.last_in_question_after = Some(last_request);
    }

    pub fn owe(&mut self, owed: Owed) {
        self.owed = self.owed.max(owed);
    }
}
