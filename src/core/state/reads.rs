//! Reads that are to be made, and the calls that wait for one.

use super::backoff::Backoff;
use crate::core::clock::Now;
use crate::core::ids::CallId;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reads {
    /// Whether the next read leaves as soon as it can, even on a hidden page, and whatever `Retry-After` says: until one is answered.
    pub is_urgent: bool,
    /// When the newest read began.
    pub last_began_ms: Option<u64>,
    /// When the next read is due, on a visible page.
    pub backoff: Backoff,
    pub callers: Vec<Caller>,
    /// Whether another tab has sent a message since the newest read began: then the other tabs are not told of a change that the next
    /// read finds.
    pub after_message: bool,
    /// The moment before which no read leaves, whatever asks for it.
    pub held_until_ms: u64,
    /// How many messages of other tabs have taken away a read that was under way, since a read was answered.
    pub taken_away: u32,
}

/// A call that waits for a read that starts at or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caller {
    pub call: CallId,
    pub called_ms: u64,
}

impl Reads {
    /// Notes that a read begins: all that asked for one gets it.
    pub fn begin(&mut self, began_ms: u64) {
        self.last_began_ms = Some(began_ms);
        self.backoff.begin();
    }

    /// Returns how many milliseconds are left of so long a time since the newest read began.
    pub fn left_ms(&self, interval_ms: u64, now: Now) -> u64 {
        self.last_began_ms.map_or(0, |last_ms| now.left_ms(interval_ms, last_ms))
    }
}
