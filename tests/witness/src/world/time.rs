//! Lets time pass: timers fire, and requests time out.

use super::World;
use crate::action::Deed;
use crate::wire::{Message, TabIndex};
use platform_session::api::{Code, Failure};

/// More steps than a script can cause. Endless repetition is found at rest (`rest.rs`).
const MOST_STEPS: u32 = 2_000;

impl World {
    /// Advances the clock by `ms`. Timers that fall due fire, and requests time out.
    pub(super) fn pass_time(&mut self, ms: u64) {
        let end = self.now_ms.saturating_add(ms);
        for _ in 0..MOST_STEPS {
            let timer = self.next_timer().filter(|(due, _)| *due <= end);
            let deadline = self.next_deadline().filter(|(due, _)| *due <= end);
            match (timer, deadline) {
                (timer, Some((due, place))) if timer.is_none_or(|(first, _)| due < first) => {
                    self.advance_clock(due.saturating_sub(self.now_ms));
                    if let Message::Exchange(exchange) = self.wire.remove(place) {
                        self.deliver_answer(&exchange, Some(Failure::of(Code::Timeout)));
                    }
                }
                (Some((_, tab)), _) => self.perform(tab, Deed::TimerFires),
                _ => break,
            }
        }
        self.advance_clock(end.saturating_sub(self.now_ms));
    }

    /// The time and place of the next request to time out, among pages that are not frozen.
    pub(super) fn next_deadline(&self) -> Option<(u64, usize)> {
        let timeout_ms = self.setup.policy.timeout_ms;
        let deadlines = self.wire.iter().enumerate().filter_map(|(place, message)| match message {
            Message::Exchange(exchange) if !exchange.given_up && !self.is_away(exchange.tab) => {
                Some((exchange.sent_ms.saturating_add(timeout_ms), place))
            }
            _ => None,
        });
        deadlines.min()
    }

    /// The time and tab of the next timer, among pages that are not frozen.
    pub fn next_timer(&self) -> Option<(u64, TabIndex)> {
        let running = self.tabs().filter_map(|tab| {
            let page = self.page(tab).filter(|page| page.is_reached())?;
            Some((page.wake_at_ms?, tab))
        });
        running.min()
    }
}
