//! Simpler clients to compare with. They differ only in how long they wait after a failure.

use crate::client::{Client, Fault, Happening, Reaction, Wake};
use crate::scenario::MIN_INTERVAL_MS;
use platform_session::core::Now;

/// How long a client waits after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    AtOnce,
    /// Until the next multiple of `ms` after its last read, for any failure.
    Fixed {
        ms: u32,
    },
}

/// A client that follows the core's other rules: one read at a time, and `minIntervalMs` between reads after looks.
///
/// It is small, because clients that retry at once react a thousand million times.
pub struct Compared<'a> {
    wait: &'a Wait,
    last_read_ms: u32,
    retry_at_ms: u32,
    wake_at_ms: u32,
    reading: bool,
    /// Whether a look has caused a read that is not sent yet.
    wants_read: bool,
}

const NEVER: u32 = u32::MAX;

impl<'a> Compared<'a> {
    pub fn new(wait: &'a Wait) -> Self {
        Self {
            wait,
            last_read_ms: 0,
            retry_at_ms: NEVER,
            wake_at_ms: NEVER,
            reading: false,
            wants_read: false,
        }
    }

    fn focused(&mut self, now_ms: u32, random: u32) {
        if self.reading {
            return;
        }
        if now_ms - self.last_read_ms >= MIN_INTERVAL_MS {
            self.wants_read = true;
        } else if self.retry_at_ms == NEVER {
            let spread_ms = (u64::from(11 * MIN_INTERVAL_MS) * u64::from(random)) >> u32::BITS;
            self.retry_at_ms = now_ms + MIN_INTERVAL_MS + spread_ms as u32;
        }
    }

    fn answered(&mut self, result: Result<(), Fault>, now_ms: u32) {
        self.reading = false;
        if result.is_err() {
            self.retry_at_ms = match self.wait {
                Wait::AtOnce => now_ms,
                Wait::Fixed { ms } => self.last_read_ms + (now_ms - self.last_read_ms).next_multiple_of(*ms),
            };
        }
    }

    fn next_read_ms(&self) -> u32 {
        let wanted = if self.wants_read { self.last_read_ms + MIN_INTERVAL_MS } else { NEVER };
        if self.reading { NEVER } else { self.retry_at_ms.min(wanted) }
    }
}

impl Client for Compared<'_> {
    fn react(&mut self, happening: Happening, now: Now) -> Reaction {
        let now_ms = now.ms as u32;
        let mut reaction = Reaction::default();
        match happening {
            Happening::Loaded => self.retry_at_ms = now_ms,
            Happening::Focused => self.focused(now_ms, now.random),
            Happening::Woken => self.wake_at_ms = NEVER,
            Happening::Answered(result) => self.answered(result, now_ms),
        }
        if self.next_read_ms() <= now_ms {
            self.reading = true;
            self.wants_read = false;
            self.retry_at_ms = NEVER;
            self.last_read_ms = now_ms;
            reaction.read = true;
        }
        let wake_at_ms = self.next_read_ms();
        if wake_at_ms != self.wake_at_ms {
            self.wake_at_ms = wake_at_ms;
            reaction.wake = Some(if wake_at_ms == NEVER {
                Wake::Never
            } else {
                Wake::After(u64::from(wake_at_ms - now_ms))
            });
        }
        reaction
    }
}
