//! Reads that are to be made, and who waits for one.

use super::backoff::Backoff;
use crate::core::clock::Since;
use crate::core::ids::CallId;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reads {
    pub urgency: Urgency,
    /// When the newest read began.
    pub last_began: Option<Since>,
    pub backoff: Backoff,
    pub callers: Vec<Caller>,
    /// Another tab has sent a message since the newest read began: the other tabs are not told of a change that the next
    /// read finds.
    pub after_message: bool,
}

/// A call that waits for a read which was asked for in its turn or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caller {
    pub call: CallId,
    /// When it called, by the monotonic clock.
    pub called_ms: u64,
}

/// How urgently a read is wanted: the more, the later in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
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
    pub fn request(&mut self, urgency: Urgency) {
        self.urgency = self.urgency.max(urgency);
    }
}
