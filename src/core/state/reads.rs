//! When the session is read next, and the calls that wait for a read.

use super::backoff::Backoff;
use crate::core::clock::Now;
use crate::core::ids::CallId;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reads {
    /// Whether reads are sent as soon as possible, even on a hidden page and in spite of `Retry-After`, until one has ended.
    pub is_urgent: bool,
    /// When the newest read began.
    pub last_began_ms: Option<u64>,
    /// When the next read is due, on a visible page.
    pub backoff: Backoff,
    pub callers: Vec<Caller>,
    /// Whether another tab has sent a message since the newest read began: the other tabs know of a change that the next read finds, and are
    /// not told.
    pub after_message: bool,
    /// The moment before which no read is sent, not even an urgent one.
    pub held_until_ms: u64,
    /// How many reads under way were given up for messages of other tabs, since a read was answered.
    pub given_up_for_message: u32,
}

/// A call that waits for a read that starts at or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caller {
    pub call: CallId,
    pub called_ms: u64,
}

impl Reads {
    /// Takes in that a read begins.
    pub fn begin(&mut self, began_ms: u64) {
        self.last_began_ms = Some(began_ms);
        self.backoff.begin();
    }

    /// Returns how many milliseconds are left of `interval_ms` since the newest read began.
    pub fn left_ms(&self, interval_ms: u64, now: Now) -> u64 {
        self.last_began_ms.map_or(0, |last_ms| now.left_ms(interval_ms, last_ms))
    }
}
