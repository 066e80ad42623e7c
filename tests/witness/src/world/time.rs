//! Time passes, and what is due meanwhile happens.

use super::World;
use crate::action::Deed;
use crate::wire::{Message, TabIndex};
use platform_session::api::{Code, Failure};

/// More steps than a script causes in the time that it lets pass. What follows itself without end is judged at rest (`rest.rs`).
const MOST_STEPS: u32 = 2_000;

impl World {
    /// Lets time run on; timers that come due meanwhile fire.
    pub(super) fn passes(&mut self, ms: u64) {
        let end = self.now_ms.saturating_add(ms);
        for _ in 0..MOST_STEPS {
            let timer = self.next_timer().filter(|(due, _)| *due <= end);
            let deadline = self.next_deadline().filter(|(due, _)| *due <= end);
            match (timer, deadline) {
                (timer, Some((due, place))) if timer.is_none_or(|(first, _)| due < first) => {
                    self.ticks(due.saturating_sub(self.now_ms));
                    if let Message::Exchange(exchange) = self.wire.remove(place) {
                        self.answers(&exchange, Some(Failure::of(Code::Timeout)));
                    }
                }
                (Some((_, tab)), _) => self.does(tab, Deed::TimerFires),
                _ => break,
            }
        }
        self.ticks(end.saturating_sub(self.now_ms));
    }

    /// The request that has the least time left, of the pages that run.
    pub(super) fn next_deadline(&self) -> Option<(u64, usize)> {
        let timeout_ms = self.setup.policy.timeout_ms;
        let deadlines = self.wire.iter().enumerate().filter_map(|(place, message)| match message {
            Message::Exchange(exchange) if !exchange.given_up && !self.is_away(exchange.tab) => {
                Some((exchange.asked_ms.saturating_add(timeout_ms), place))
            }
            _ => None,
        });
        deadlines.min()
    }

    /// The timer that is due next, of the pages that run.
    pub fn next_timer(&self) -> Option<(u64, TabIndex)> {
        let running = self.tabs().filter_map(|tab| {
            let page = self.page(tab).filter(|page| page.is_reached())?;
            Some((page.wake_at_ms?, tab))
        });
        running.min()
    }
}
